import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, ready } from './channel.ts';

/** Somebody who is called, answers at once, and counts. */
let count = 0;
let wanted = 0;
let reached = () => {};

const server = createServer((_, response) => {
  response.end();
  count += 1;
  if (count >= wanted) reached();
});

answer({
  /** Answers once it was called so many times since the last question. */
  called: (times: number) =>
    new Promise<number>((resolve) => {
      wanted = times;
      reached = () => {
        if (count < wanted) return;
        reached = () => {};
        count -= times;
        resolve(times);
      };
      reached();
    }),
});

server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
process.once('SIGTERM', () => process.exit());
