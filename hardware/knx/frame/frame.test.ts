import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatGroupAddress, parseGroupAddress } from '../group-address.ts';
import { decodeCemi, encodeCemi } from './cemi.ts';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';
import type { LinkTelegram, Telegram } from './telegram.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

const byte = fc.nat(255);
const word = fc.nat(65_535);
const endpoint = fc.record({
  protocol: fc.constantFrom('udp' as const, 'tcp' as const),
  host: fc.ipV4(),
  port: word,
});
const cemi = fc.uint8Array({ minLength: 10, maxLength: 40 });
const device = fc.record({
  name: fc.string({ unit: fc.constantFrom(...'KNX Küche'), maxLength: 29 }),
  address: word,
  serial: fc.stringMatching(/^[0-9a-f]{12}$/),
  families: fc.array(byte, { maxLength: 6 }),
});
const tunnel = fc.record({ data: endpoint, address: word });
const is = <Name extends Frame['is']>(name: Name) => fc.constant(name);

const frames: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ is: is('search-request'), control: endpoint }),
  fc.record({ is: is('search-response'), control: endpoint, device }),
  fc.record({ is: is('connect-request'), control: endpoint, data: endpoint }),
  fc.record({ is: is('connect-response'), channel: byte, status: fc.constant(0), tunnel }),
  fc.record({
    is: is('connect-response'),
    channel: byte,
    status: fc.integer({ min: 1, max: 255 }),
    tunnel: fc.constant(null),
  }),
  fc.record({
    is: fc.constantFrom('connection-state-request' as const, 'disconnect-request' as const),
    channel: byte,
    control: endpoint,
  }),
  fc.record({
    is: fc.constantFrom('connection-state-response' as const, 'disconnect-response' as const),
    channel: byte,
    status: byte,
  }),
  fc.record({ is: is('tunnelling-request'), channel: byte, sequence: byte, cemi }),
  fc.record({ is: is('tunnelling-ack'), channel: byte, sequence: byte, status: byte }),
  fc.record({ is: is('routing-indication'), cemi }),
  fc.record({ is: is('routing-lost-message'), state: byte, lost: word }),
  fc.record({ is: is('routing-busy'), state: byte, wait: word, mask: word }),
);

const group = fc.integer({ min: 1, max: 65_535 });
const payload = fc.oneof(
  fc.nat(63).map((value) => ({ short: true, data: Uint8Array.of(value) })),
  fc.uint8Array({ minLength: 1, maxLength: 14 }).map((data) => ({ short: false, data })),
);
const telegrams: fc.Arbitrary<LinkTelegram> = fc
  .record({
    message: fc.constantFrom('request' as const, 'indication' as const, 'confirmation' as const),
    source: word,
    telegram: fc.oneof(
      fc.record({ service: fc.constant('read' as const), group }),
      fc.record({ service: fc.constantFrom('write' as const, 'response' as const), group, payload }),
    ) as fc.Arbitrary<Telegram>,
    failed: fc.boolean(),
  })
  .map((each) => ({ ...each, failed: each.failed && each.message === 'confirmation' }));

describe('frames of KNXnet/IP', () => {
  test('are the bytes that the standard shows', () => {
    const control = { protocol: 'udp', host: '192.168.200.12', port: 50_100 } as const;
    assert.equal(
      hex(encodeFrame({ is: 'connect-request', control, data: { ...control, port: 50_101 } })),
      '06100205001a' + '0801c0a8c80cc3b4' + '0801c0a8c80cc3b5' + '04040200',
    );
    assert.deepEqual(decodeFrame(bytes('0610 0206 0014 15 00 0801c0a8c814c3b4 0404 110a')), {
      is: 'connect-response',
      channel: 21,
      status: 0,
      tunnel: { data: { protocol: 'udp', host: '192.168.200.20', port: 50_100 }, address: 0x110a },
    });
    assert.deepEqual(decodeFrame(bytes('0610 0206 0008 00 24')), {
      is: 'connect-response',
      channel: 0,
      status: 0x24,
      tunnel: null,
    });
    assert.equal(
      hex(encodeFrame({ is: 'tunnelling-ack', channel: 21, sequence: 23, status: 0 })),
      '06100421000a04151700',
    );
    assert.equal(hex(encodeFrame({ is: 'routing-busy', state: 0, wait: 100, mask: 0 })), '06100532000c060000640000');
  });

  test('come back as they were', () => {
    fc.assert(
      fc.property(frames, (frame) => assert.deepEqual(decodeFrame(encodeFrame(frame)), structuredClone(frame))),
      { numRuns: 3_000 },
    );
  });

  test('are refused if one byte is missing or one too many', () => {
    fc.assert(
      fc.property(frames, byte, (frame, more) => {
        const whole = encodeFrame(frame);
        assert.equal(decodeFrame(whole.subarray(0, -1)), null);
        assert.equal(decodeFrame(Uint8Array.of(...whole, more)), null);
      }),
      { numRuns: 3_000 },
    );
  });

  test('100 000 random and damaged ones never do harm, and none is taken whose length is wrong', () => {
    let taken = 0;
    const noise = fc.uint8Array({ maxLength: 80 });
    const damaged = fc
      .tuple(frames, fc.array(fc.tuple(fc.nat(100), byte), { maxLength: 3 }), fc.integer({ min: -3, max: 3 }))
      .map(([frame, changes, grown]) => {
        const whole = Buffer.from(encodeFrame(frame));
        const cut = grown < 0 ? whole.subarray(0, grown) : Buffer.concat([whole, Buffer.alloc(grown)]);
        for (const [at, value] of changes) cut[at % cut.length] = value;
        return Uint8Array.from(cut);
      });
    fc.assert(
      fc.property(fc.oneof({ weight: 1, arbitrary: noise }, { weight: 4, arbitrary: damaged }), (datagram) => {
        const frame = decodeFrame(datagram);
        if (frame === null) return;
        taken += 1;
        assert.equal((datagram[4] ?? 0) * 256 + (datagram[5] ?? 0), datagram.length);
        if (frame.is !== 'search-response') assert.deepEqual(decodeFrame(encodeFrame(frame)), frame);
      }),
      { numRuns: 100_000 },
    );
    assert.ok(taken > 5_000, `${taken} were taken`);
  });
});

describe('telegrams inside of frames', () => {
  test('are the bytes that every tool shows', () => {
    const write: Telegram = { service: 'write', group: 0x0901, payload: { short: true, data: Uint8Array.of(1) } };
    assert.equal(
      hex(encodeCemi({ message: 'request', source: 0, telegram: write, failed: false })),
      '1100bce00000090101' + '0081',
    );
    assert.deepEqual(decodeCemi(bytes('2900 bce0 110a 0902 03 00 80 0c1a')), {
      message: 'indication',
      source: 0x110a,
      telegram: { service: 'write', group: 0x0902, payload: { short: false, data: bytes('0c1a') } },
      failed: false,
    });
  });

  test('come back as they were, behind additional information as well', () => {
    fc.assert(
      fc.property(telegrams, fc.uint8Array({ maxLength: 20 }), (made, information) => {
        const whole = encodeCemi(made);
        const telegram = structuredClone(made);
        assert.deepEqual(decodeCemi(whole), telegram);
        const [message = 0, , ...rest] = whole;
        assert.deepEqual(decodeCemi(Uint8Array.of(message, information.length, ...information, ...rest)), telegram);
      }),
      { numRuns: 3_000 },
    );
  });

  for (const [what, text] of [
    ['to a single device', '2900 bc60 110a 0902 01 00 81'],
    ['to everybody', '2900 bce0 110a 0000 01 00 81'],
    ['with a length that is too small', '2900 bce0 110a 0902 01 00 80 0c'],
    ['with a length that is too large', '2900 bce0 110a 0902 03 00 80 0c'],
    ['with bits in two places', '2900 bce0 110a 0902 02 00 81 0c'],
    ['that asks with a value', '2900 bce0 110a 0902 01 00 01'],
    ['of another service', '2900 bce0 110a 0902 01 00 c0'],
    ['with a number in its sequence', '2900 bce0 110a 0902 01 44 81'],
    ['of a frame format that nobody uses', '2900 3ce4 110a 0902 01 00 81'],
    ['behind information that does not end', '29ff bce0 110a 0902 01 00 81'],
  ] as const) {
    test(`one ${what} is none`, () => assert.equal(decodeCemi(bytes(text)), null));
  }

  test('100 000 random and damaged ones never do harm, and mean the same when they are said again', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        telegrams,
        fc.array(fc.tuple(fc.nat(30), byte), { maxLength: 2 }),
        fc.boolean(),
        (telegram, changes, cut) => {
          const whole = encodeCemi(telegram);
          for (const [at, value] of changes) whole[at % whole.length] = value;
          const decoded = decodeCemi(cut ? whole.subarray(0, -1) : whole);
          if (decoded === null) return;
          taken += 1;
          assert.deepEqual(decodeCemi(encodeCemi(decoded)), decoded);
        },
      ),
      { numRuns: 100_000 },
    );
    assert.ok(taken > 10_000, `${taken} were taken`);
  });
});

describe('group addresses', () => {
  test('are read in all three styles, strictly', () => {
    assert.deepEqual(
      ['1/2/3', '31/7/255', '1/515', '31/2047', '2563', '65535', '0/0/1', '0/1', '1'].map(parseGroupAddress),
      [2563, 65_535, 2563, 65_535, 2563, 65_535, 1, 1, 1],
    );
    for (const text of ['', '0', '0/0', '0/0/0', '32/0/1', '1/8/1', '1/1/256', '1/2048', '65536', '1/2/3/4', '1.2.3']) {
      assert.equal(parseGroupAddress(text), null, text);
    }
    for (const text of ['-1', ' 1/2/3', '1/2/3 ', '1//3', '0x1', '1e3', '١/٢/٣'])
      assert.equal(parseGroupAddress(text), null, text);
  });

  test('come back as they were', () => {
    for (let address = 1; address <= 65_535; address += 1) {
      assert.equal(parseGroupAddress(formatGroupAddress(address)), address);
    }
  });
});
