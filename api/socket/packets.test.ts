import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Encoded } from '../call.ts';
import { type Packet, PacketDecoder, PacketEncoder } from './packets.ts';

test('what is written is read as what it was', () => {
  const namespace = fc.constantFrom('/', '/api/v1', '/api/v1?x-service-sid=a', '/other');
  const id = fc.option(fc.nat(), { nil: undefined });
  const packet = fc.oneof(
    fc.record({ type: fc.constant(0), nsp: namespace, data: fc.dictionary(fc.string(), fc.jsonValue()) }),
    fc.record({ type: fc.constant(1), nsp: namespace }),
    fc.record({ type: fc.constant(2), nsp: namespace, id, data: fc.tuple(fc.nat(), fc.jsonValue()) }),
    fc.record({ type: fc.constant(3), nsp: namespace, id, data: fc.array(fc.jsonValue()) }),
  );

  fc.assert(
    fc.property(packet, (written) => {
      const [text] = new PacketEncoder().encode(written as Packet);

      assert.equal(JSON.stringify(read(text)), JSON.stringify([JSON.parse(JSON.stringify(written))].map(inOrder)));
    }),
  );
});

test('an answer that is JSON already is not written again', () => {
  const never = (): never => assert.fail('its objects are not needed');
  const answer = new Encoded(Buffer.from('[{"name":"Küche"}]'), never);

  const [text] = new PacketEncoder().encode({ type: 3, nsp: '/api/v1', id: 7, data: [answer] });

  assert.equal(text, '3/api/v1,7[[{"name":"Küche"}]]');
});

test('bytes and any other text are packets or faults, and nothing of what is attached is kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[0-6]\d?-?\/?[a-z]*,?\d*\[?"?a?"?\]?$/), fc.uint8Array())),
      (frames) => {
        const decoder = new PacketDecoder(() => true);
        const packets: Packet[] = [];
        decoder.on('decoded', (packet) => packets.push(packet));

        for (const frame of frames) {
          try {
            decoder.add(frame);
          } catch (fault) {
            assert.equal((fault as Error).name, 'PacketFault');
          }
        }

        assert.ok(packets.every(({ nsp, data }) => nsp.startsWith('/') && JSON.stringify(data ?? null).length < 1_000));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an event with attachments is an event with parameters that no call takes', () => {
  const packets = read('52-/api/v1,3["getVersion",{"_placeholder":true,"num":0}]');

  assert.deepEqual(packets, [{ type: 2, nsp: '/api/v1', id: 3, data: ['getVersion', []] }]);
});

function read(text: string): readonly Packet[] {
  const decoder = new PacketDecoder(() => true);
  const packets: Packet[] = [];
  decoder.on('decoded', (packet) => packets.push(packet));
  decoder.add(text);
  return packets;
}

const inOrder = ({ type, nsp, id, data }: Packet): object => ({
  type,
  nsp,
  ...(id === undefined ? {} : { id }),
  ...(data === undefined ? {} : { data }),
});
