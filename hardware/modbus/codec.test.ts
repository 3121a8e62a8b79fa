import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { accepts, KINDS, type PropertyKind, random, refine } from '../../twin/index.ts';
import { contentOf } from '../point.ts';
import { decode, encode, ORDERS, REGISTER_TYPES, type RegisterForm, type RegisterType, widthOf } from './codec.ts';
import { contentFrom, requestFor } from './meaning.ts';
import type { Request } from './pdu.ts';
import { crc16, RtuFraming } from './rtu-framing.ts';
import { specOf } from './spec.ts';
import { TcpFraming } from './tcp-framing.ts';

const ROUNDS = 100_000;
const TYPES = Object.keys(REGISTER_TYPES) as RegisterType[];
const FORMS: RegisterForm[] = TYPES.flatMap((type) =>
  ORDERS.map((order) => ({ type, order, ...(type === 'string' && { length: 3 }) })),
);
const PROPERTIES: PropertyKind[] = Object.values(KINDS).flatMap(({ properties }) => Object.values(properties));

describe('registers', () => {
  test('hold what the specifications say they hold, in each order', () => {
    const cases: readonly [RegisterForm, readonly number[], number | string | null][] = [
      [{ type: 'int16', order: 'big' }, [0xff38], -200],
      [{ type: 'uint16', order: 'little' }, [0x3412], 0x1234],
      [{ type: 'uint32', order: 'big' }, [0x1234, 0x5678], 0x12345678],
      [{ type: 'uint32', order: 'word-swapped' }, [0x5678, 0x1234], 0x12345678],
      [{ type: 'uint32', order: 'byte-swapped' }, [0x3412, 0x7856], 0x12345678],
      [{ type: 'uint32', order: 'little' }, [0x7856, 0x3412], 0x12345678],
      [{ type: 'float32', order: 'big' }, [0x41ac, 0x0000], 21.5],
      [{ type: 'float32', order: 'word-swapped' }, [0x0000, 0x41ac], 21.5],
      [{ type: 'float32', order: 'big' }, [0x7fc0, 0x0000], null],
      [{ type: 'float32', order: 'big' }, [0x7f80, 0x0000], null],
      [{ type: 'float64', order: 'big' }, [0x4035, 0x8000, 0, 0], 21.5],
      [{ type: 'int64', order: 'big' }, [0xffff, 0xffff, 0xffff, 0xfffe], -2],
      [{ type: 'uint64', order: 'big' }, [0xffff, 0xffff, 0xffff, 0xffff], null],
      [{ type: 'string', order: 'big', length: 3 }, [0x4142, 0x4300, 0x5858], 'ABC'],
      [{ type: 'string', order: 'big', length: 1 }, [0x41ff], null],
      [{ type: 'int32', order: 'big' }, [1], null],
    ];
    for (const [form, registers, says] of cases) assert.equal(decode(form, registers), says, JSON.stringify(form));
  });

  test('give back whatever was put into them, in each type and order', () => {
    const value = (type: RegisterType): fc.Arbitrary<number | string> => {
      if (type === 'string') return fc.stringMatching(/^[!-~]{0,6}$/);
      if (type === 'float32') return fc.float({ noNaN: true, noDefaultInfinity: true });
      if (type === 'float64') return fc.double({ noNaN: true, noDefaultInfinity: true });
      const bits = Math.min(53, 16 * REGISTER_TYPES[type]);
      const isSigned = type.startsWith('i');
      return isSigned
        ? fc.integer({ min: -(2 ** (Math.min(bits, 32) - 1)), max: 2 ** (Math.min(bits, 32) - 1) - 1 })
        : fc.maxSafeNat().map((n) => n % 2 ** bits);
    };
    for (const form of FORMS) {
      fc.assert(
        fc.property(value(form.type), (put) => {
          const registers = encode(form, put);
          assert.ok(registers !== null && registers.length === widthOf(form));
          assert.deepEqual(decode(form, registers), put);
        }),
        { seed: 1, numRuns: 200 },
      );
    }
  });

  test('take nothing that does not fit: no fraction, nothing out of range, no infinity', () => {
    const refused: readonly [RegisterType, number | string][] = [
      ['uint16', 1.7],
      ['uint16', Number.NaN],
      ['uint16', -1],
      ['uint16', 65_536],
      ['int16', 32_768],
      ['uint32', 2 ** 32],
      ['int64', 2 ** 53],
      ['float32', 1e39],
      ['float64', Number.POSITIVE_INFINITY],
      ['uint16', '1'],
      ['string', 1],
    ];
    for (const [type, value] of refused) {
      assert.equal(encode({ type, order: 'big', length: 2 }, value), null, `${type} ${value}`);
    }
    assert.equal(encode({ type: 'string', order: 'big', length: 1 }, 'ABC'), null);
  });

  test(`${ROUNDS} random blocks are never an error, and never a value that the property cannot have`, () => {
    const chance = random(7);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(chance.next() * of.length)] as T;
    let meant = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const kind = pick(PROPERTIES);
      const { type, order, length } = pick(FORMS);
      const scale = pick([1, 0.1, 0.001, 10, -1]);
      const spec = specOf({ holding: 1, type, order, scale, offset: pick([0, -40]), ...(length && { length }) });
      const values = Array.from({ length: spec.count }, () =>
        pick([0, 1, 0xffff, 0x8000, Math.floor(chance.next() * 65_536)]),
      );
      const content = contentFrom(kind, spec, values);
      if (content === null) continue;
      meant += 1;
      const value = refine(kind, content);
      assert.ok(value !== null && accepts(kind.value, value), `${values} as ${type}: ${content}`);
    }
    assert.ok(meant > ROUNDS / 20, `${meant} said something`);
  });

  test('a property that is told a value reads the same value back', () => {
    for (const kind of PROPERTIES.filter(({ commandable, value }) => commandable && value.type !== 'string')) {
      const bounds = kind.value as { readonly minimum?: number; readonly maximum?: number };
      for (const reading of kind.value.type === 'boolean'
        ? [true, false]
        : [bounds.minimum ?? 0, bounds.maximum ?? 0]) {
        const content = contentOf(kind, reading);
        const spec = specOf({ holding: 1, type: 'int32', scale: 0.001, write: true });
        assert.ok(content !== null && spec.command !== null, kind.means);
        const request = requestFor(
          kind,
          kind.value.type === 'boolean' ? { ...spec.command, scale: 1 } : spec.command,
          content,
        );
        assert.ok(request?.kind === 'registers', kind.means);
        assert.equal(contentFrom(kind, spec, request.registers), content, kind.means);
      }
    }
  });
});

describe('frames', () => {
  const read: Request = { kind: 'read', table: 'holding', start: 0x6b, count: 3 };

  test('are those of the published examples', () => {
    assert.equal(new TcpFraming().ask(0x11, read).toString('hex'), '000100000006' + '1103006b0003');
    assert.equal(new RtuFraming().ask(0x11, read).toString('hex'), '1103006b00037687');
    const asked = (request: Request) => new RtuFraming().ask(0x11, request).subarray(0, -2).toString('hex');
    assert.equal(asked({ kind: 'coil', start: 0xac, on: true }), '110500acff00');
    assert.equal(asked({ kind: 'registers', start: 1, registers: [3], several: false }), '110600010003');
    assert.equal(
      asked({ kind: 'registers', start: 1, registers: [10, 258], several: false }),
      '11100001000204000a0102',
    );
    assert.equal(asked({ kind: 'registers', start: 1, registers: [3], several: true }), '111000010001020003');
    assert.equal(crc16(Buffer.from('0207', 'hex')), 0x1241);
  });

  test(`${ROUNDS} random frames are never an error, and an answer only where each byte of it is right`, () => {
    const chance = random(11);
    const bytes = (most: number) =>
      Buffer.from(Array.from({ length: Math.floor(chance.next() * most) }, () => Math.floor(chance.next() * 256)));
    const right = Buffer.from('110306022b00000064', 'hex');
    let answers = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const isTcp = round % 2 === 0;
      const framing = isTcp ? new TcpFraming() : new RtuFraming();
      framing.ask(0x11, read);
      const crc = Buffer.alloc(2);
      crc.writeUInt16LE(crc16(right), 0);
      const frame = isTcp ? Buffer.concat([Buffer.from('000100000009', 'hex'), right]) : Buffer.concat([right, crc]);
      const isWhole = round % 10 < 2;
      const at = Math.floor(chance.next() * frame.length);
      if (!isWhole) frame[at] = (frame[at] as number) ^ (1 << Math.floor(chance.next() * 8));
      const reply = framing.take(isTcp ? frame : Buffer.concat([bytes(8), frame, bytes(8)]));
      if (isWhole) assert.deepEqual(reply, { ok: true, values: [0x022b, 0, 0x64] });
      else if (reply !== null && reply !== 'broken' && reply.ok) {
        // Modbus TCP has no checksum of its own: a wrong bit within a value is TCP's to find.
        assert.ok(isTcp && at >= 9, `a wrong byte ${at} was taken for an answer`);
      }
      if (isWhole) answers += 1;
      framing.take(bytes(300));
    }
    assert.equal(answers, ROUNDS / 5);
  });
});
