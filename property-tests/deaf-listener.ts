import { randomBytes } from 'node:crypto';
import { connect as open, type Socket } from 'node:net';

/** A text frame of a websocket, as a client masks it. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const header =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, mask, payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

/**
 * A client that becomes ready and then never reads again: its socket is paused, so that everything sent to it piles
 * up on the other side. `cut` tells whether the other side has given up on it.
 */
export function deafListener(base: string, sessionID: string): Promise<{ readonly deaf: Socket; cut(): boolean }> {
  const { hostname, port } = new URL(base);
  const deaf = open({ host: hostname, port: Number(port) });
  let cut = false;
  let heard = '';
  deaf.once('close', () => {
    cut = true;
  });
  deaf.on('error', () => {
    cut = true;
  });
  deaf.write(
    [
      `GET /socket.io-v4/?EIO=4&transport=websocket&x-service-sid=${encodeURIComponent(sessionID)} HTTP/1.1`,
      ...[`host: ${hostname}:${port}`, 'connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
      `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  const steps: readonly (readonly [after: string, say: string])[] = [
    ['0{"sid"', '40/api/v1,'],
    ['40/api/v1,', '42/api/v1,1["init",{"language":"en","appName":"deaf"}]'],
  ];
  let step = 0;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`never ready: ${heard}`)), 5_000);
    deaf.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      const next = steps[step];
      if (next && heard.includes(next[0])) {
        heard = '';
        step += 1;
        deaf.write(frame(next[1]));
      } else if (!next && heard.includes('43/api/v1,1[true]')) {
        clearTimeout(timer);
        deaf.pause();
        // A paused socket does not see the end: a keep-alive write does.
        const probe = setInterval(() => (cut || deaf.destroyed ? clearInterval(probe) : deaf.write(frame('3'))), 100);
        probe.unref();
        resolve({ deaf, cut: () => cut });
      }
    });
  });
}
