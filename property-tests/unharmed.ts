import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import type { RunningSandbox } from './fixtures.ts';
import { as, call, type Reply } from './http-client.ts';

/** Anything that tells how the product is built. */
export const TRACE =
  /\bat [^\n]*\.(?:ts|js|mjs):\d+|node:internal|\/node_modules\/|(?:Type|Range|Syntax|Reference)Error\b/;

/** Never a fault of ours, and never a word about the inside. */
export function assertDecent(reply: Reply, what: string): void {
  assert.ok(reply.status >= 200 && reply.status < 500, `${what}: ${reply.status} ${reply.text.slice(0, 300)}`);
  assert.doesNotMatch(reply.text, TRACE, what);
}

/** It is still there, answers at once, and had nothing to complain about. */
export async function assertUnharmed(sandbox: RunningSandbox): Promise<void> {
  assert.ok(sandbox.alive(), sandbox.log());
  const asked = Date.now();
  const answer = await call(sandbox.http, 'getVersion', {}, { headers: as('admin'), from: '127.9.9.9' });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Date.now() - asked < 2_000, `${Date.now() - asked} ms`);
  assert.doesNotMatch(sandbox.log(), TRACE);
}

/** Resident memory of a process in MiB. */
export const residentMemory = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;

/** Sends bytes as they are; answers what came back until the other side was done, or the time was up. */
export function raw(base: string, bytes: string | Buffer, within = 300): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let heard = '';
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(done, within);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    socket.once('error', done);
    socket.once('close', done);
    socket.write(bytes);
  });
}
