import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damaged, repeatable } from '../../../property-tests/damaged-bytes.ts';
import { amongRouters } from '../../../property-tests/scripted-backbone.ts';
import { decodeFrame } from '../frame/frame.ts';

const FRAMES = [
  '0610 0530 0011 2900 bce0 1105 0901 01 00 81',
  '0610 0530 0013 2900 bce0 1105 0902 03 00 80 0c1a',
  '0610 0530 0011 2900 bcd0 11fa 0901 01 00 80',
  '0610 0530 0011 2900 bce0 1105 0903 01 00 00',
  '0610 0530 0015 2904 01020304 bce0 1105 0901 01 00 41',
  '0610 0530 001f 2900 3ce0 1105 0904 0f 00 80 4b4e5820697320 4f4b00000000',
  '0610 0531 000a 04 00 0005',
  '0610 0532 000c 06 00 0064 0000',
].map((text) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex')));

/** What a datagram of a router tells, read once more by position and without a line of what is tried; `null`: nothing. */
const toldBy = (bytes: Buffer): string | null => {
  if (bytes.length < 17 || bytes.readUInt32BE(0) !== 0x06100530 || bytes.readUInt16BE(4) !== bytes.length) return null;
  const frame = bytes.subarray(8 + (bytes[7] ?? 0));
  if (bytes[6] !== 0x29 || frame.length < 9 || frame.length !== 8 + (frame[6] ?? 0)) return null;
  const isStandard = frame.readUInt8(0) >= 128;
  const isToGroup = frame.readUInt8(1) >= 128 && frame.readUInt8(1) % 16 === 0;
  const [group, service, bits] = [frame.readUInt16BE(4), frame.readUInt8(8) >> 6, frame.readUInt8(8) & 63];
  const more = frame.subarray(9).toString('hex');
  if (!isToGroup || group === 0 || frame[7] !== 0 || service > 2 || (isStandard && frame.length > 23)) return null;
  if (service === 0) return bits === 0 && more === '' ? `read ${group}` : null;
  if (more !== '' && bits !== 0) return null;
  return `${['', 'response', 'write'][service]} ${group} ${more || bits.toString(16).padStart(2, '0')}`;
};

test('200 000 damaged datagrams of routers never do harm: each tells what it says, or nothing', () => {
  const { backbone, heard, said, link, pass, clock } = amongRouters();
  pass(0.1);
  const chance = repeatable(11);
  let [told, ours] = [0, 0];
  for (let round = 0; round < 200_000; round += 1) {
    const datagram = damaged(FRAMES, chance);
    const isOurs = chance() < 0.5;
    heard.length = 0;
    const frame = decodeFrame(datagram);
    if (frame !== null) backbone.wire.events.frame(frame, isOurs ? '10.0.0.3' : '10.0.0.9');
    const bytes = Buffer.from(datagram);
    const wanted = toldBy(bytes);
    const isEcho = wanted !== null && isOurs && bytes.readUInt16BE(10 + (bytes[7] ?? 0)) === 0x11fa;
    ours += isEcho ? 1 : 0;
    told += wanted === null ? 0 : 1;
    assert.deepEqual(heard, wanted === null || isEcho ? [] : [wanted], bytes.toString('hex'));
    const silence = link.silentUntil() - clock.elapsed();
    assert.ok(silence <= 65_535 + 5_000, `${silence} ms of silence after ${bytes.toString('hex')}`);
    if (round % 100 === 0) pass(1);
  }
  assert.ok(told > 30_000 && ours > 1_000, `${told} told something, ${ours} were our own`);
  assert.ok(said.length < 3 * (200_000 / 100 / 60) + 10, `${said.length} lines in the log`);
});
