import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import test from 'node:test';
import { SOCKET_LIMITS } from './limits.ts';
import type { Line } from './line.ts';
import { Lines } from './lines.ts';

const MOST = SOCKET_LIMITS.connections.value;
const MOST_OF_ONE = SOCKET_LIMITS.connectionsPerSource.value;

test('one address takes no more than its share, and gets it back', () => {
  const lines = new Lines();
  const taken = Array.from({ length: MOST_OF_ONE }, (_, index) => add(lines, `line ${index}`, '192.0.2.1'));

  const full = lines.hasRoom('192.0.2.1');
  const others = lines.hasRoom('192.0.2.2');
  taken[0]?.cut();

  assert.deepEqual([full, others, lines.hasRoom('192.0.2.1')], [false, true, true]);
});

test('when all places are taken, whoever has waited longest for a login makes room', () => {
  const lines = new Lines();
  const taken = Array.from({ length: MOST }, (_, index) => add(lines, `line ${index}`, `source ${index}`));
  const [first, second, third] = taken as [Line, Line, Line];
  lines.loggedIn(first);
  lines.loggedIn(second);
  lines.loggedOut(second);

  const hasRoom = lines.hasRoom('new');

  assert.equal(hasRoom, true);
  assert.deepEqual(
    [first, second, third].map(({ carrier }) => carrier.readyState),
    ['open', 'open', 'closed'],
  );
  assert.equal(lines.size, MOST - 1);
});

test('somebody who is logged in never makes room for a stranger', () => {
  const lines = new Lines();
  for (let index = 0; index < MOST; index += 1) lines.loggedIn(add(lines, `line ${index}`, `source ${index}`));

  assert.equal(lines.hasRoom('new'), false);
  assert.equal(lines.size, MOST);
});

/** A line that can be cut, and nothing else. */
function add(lines: Lines, id: string, source: string): Line {
  const carrier = Object.assign(new EventEmitter(), { readyState: 'open' });
  const cut = (): void => {
    carrier.readyState = 'closed';
    carrier.emit('close');
  };
  const line = { handshake: { source }, carrier, cut } as unknown as Line;
  lines.add(id, line);
  return line;
}
