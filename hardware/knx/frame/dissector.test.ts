import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { encodeCemi } from './cemi.ts';
import { encodeFrame, type Frame } from './frame.ts';
import type { Telegram } from './telegram.ts';

const MISSING = spawnSync('tshark', ['--version']).status === 0 ? false : 'needs tshark (apt-get install tshark)';

const control = { protocol: 'udp', host: '192.168.1.7', port: 50_100 } as const;
const message = (telegram: Telegram) => encodeCemi({ message: 'request', source: 0, telegram, failed: false });
const write = (...data: number[]): Telegram => ({
  service: 'write',
  group: 0x0a03,
  payload: { short: data.length === 1, data: Uint8Array.from(data) },
});
const tunnelled = (telegram: Telegram): Frame => ({
  is: 'tunnelling-request',
  channel: 21,
  sequence: 23,
  cemi: message(telegram),
});

const routed = (telegram: Telegram): Frame => ({
  is: 'routing-indication',
  cemi: encodeCemi({ message: 'indication', source: 0x110a, telegram, failed: false }),
});

/** A frame, and what somebody else's program has to read in it. */
const READ: readonly (readonly [frame: Frame, words: readonly RegExp[]])[] = [
  [{ is: 'search-request', control }, [/Service Identifier: Search Request/, /192\.168\.1\.7:50100/]],
  [
    { is: 'connect-request', control, data: control },
    [/Connect Request/, /Connection Type: Tunnel/i, /Layer: LinkLayer|Tunnel LinkLayer/i],
  ],
  [
    { is: 'connect-response', channel: 21, status: 0, tunnel: { data: control, address: 0x110a } },
    [/Connect Response/, /Channel: 0x15|ChannelId: 21|Channel.*21/i, /1\.1\.10/],
  ],
  [{ is: 'connection-state-request', channel: 21, control }, [/Connection ?State Request/i]],
  [{ is: 'connection-state-response', channel: 21, status: 0 }, [/Connection ?State Response/i]],
  [{ is: 'disconnect-request', channel: 21, control }, [/Disconnect Request/]],
  [{ is: 'disconnect-response', channel: 21, status: 0 }, [/Disconnect Response/]],
  [tunnelled(write(1)), [/Tunneling Request/i, /L_Data\.req/, /GroupValueWrite/, /1\/2\/3/, /\$01/]],
  [tunnelled(write(0x0c, 0x1a)), [/GroupValueWrite/, /\$0C ?1A/i]],
  [tunnelled({ service: 'read', group: 0x0a03 }), [/GroupValueRead/, /1\/2\/3/]],
  [tunnelled({ ...write(63), service: 'response' } as Telegram), [/GroupValueResp/, /\$3F/i]],
  [{ is: 'tunnelling-ack', channel: 21, sequence: 23, status: 0 }, [/Tunneling Ack/i]],
  [routed(write(1)), [/Routing Indication/, /L_Data\.ind/, /1\.1\.10/, /GroupValueWrite/, /\$01/]],
  [routed({ service: 'read', group: 0x0a03 }), [/Routing Indication/, /GroupValueRead/, /1\/2\/3/]],
  [routed({ ...write(0x0c, 0x1a), service: 'response' } as Telegram), [/GroupValueResp/, /\$0C ?1A/i]],
  [routed(write(...Array.from({ length: 14 }, (_, at) => 65 + at))), [/GroupValueWrite/, /\$41 ?42 ?43/]],
  [{ is: 'routing-lost-message', state: 0, lost: 5 }, [/Routing Loss: 5/]],
  [{ is: 'routing-busy', state: 0, wait: 100, mask: 0 }, [/Routing Busy/i, /100/]],
];

describe("somebody else's dissector", { skip: MISSING }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'knx-'));
  const file = join(folder, 'frames.pcap');
  writeFileSync(file, recording(READ.map(([frame]) => encodeFrame(frame))));
  const { stdout } = MISSING
    ? { stdout: '' }
    : spawnSync('tshark', ['-r', file, '-V', '-Y', 'kip || cemi'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const packets = stdout.split(/^Frame \d+: /m).slice(1);

  test('takes every frame for one of KNXnet/IP', () => assert.equal(packets.length, READ.length));

  for (const [index, [frame, words]] of READ.entries()) {
    test(`reads a ${frame.is} (${index + 1}) as it was meant, and finds nothing odd in it`, () => {
      const packet = packets[index] ?? '';
      const said = packet.slice(packet.indexOf('KNX'));

      for (const word of words) assert.match(said, word);
      assert.doesNotMatch(said, /malformed|expert info|\[[!?]/i);
    });
  }
});

/** A file as network analysers keep them: IPv4 and UDP in front of each frame. */
function recording(frames: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(101, 20);
  return Buffer.concat([
    head,
    ...frames.map((frame) => {
      const packet = Buffer.alloc(16 + 28 + frame.length);
      packet.writeUInt32LE(28 + frame.length, 8);
      packet.writeUInt32LE(28 + frame.length, 12);
      packet.set([0x45, 0, 0, 0, 0, 0, 0, 0, 64, 17, 0, 0, 192, 168, 1, 7, 192, 168, 1, 5], 16);
      packet.writeUInt16BE(28 + frame.length, 18);
      packet.writeUInt16BE(3_671, 36);
      packet.writeUInt16BE(3_671, 38);
      packet.writeUInt16BE(8 + frame.length, 40);
      packet.set(frame, 44);
      return packet;
    }),
  ]);
}
