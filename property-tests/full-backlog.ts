import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pause } from './fixtures.ts';

/** Somebody who listens and never accepts: further connections hang before they are there. */
export interface Backlog {
  readonly origin: string;
  close(): Promise<void>;
}

const NEVER_ACCEPTS = `
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

export async function fullBacklog(): Promise<Backlog> {
  const child = spawn(process.execPath, ['-e', NEVER_ACCEPTS], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const fillers: Socket[] = [];
  // Until one is kept waiting.
  for (let isFull = false; !isFull && fillers.length < 64; ) {
    const filler = connect(Number(port), '127.0.0.1');
    filler.on('error', () => undefined);
    fillers.push(filler);
    isFull = await Promise.race([once(filler, 'connect').then(() => false), pause(200).then(() => true)]);
  }
  return {
    origin: `http://127.0.0.1:${Number(port)}`,
    async close() {
      for (const filler of fillers) filler.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
