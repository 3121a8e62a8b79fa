import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Link } from '../twin/index.ts';
import { LinkBoard } from './link-board.ts';

test('whoever comes late hears how every link stands, then what changes, each change once', () => {
  const board = new LinkBoard();
  board.set(null, true);
  board.set('C1', true);
  const heard: Link[] = [];
  board.link.subscribe((link) => heard.push(link));
  board.set('C1', true);
  board.set('C1', false);

  assert.deepEqual(heard, [
    { cid: null, up: true },
    { cid: 'C1', up: true },
    { cid: 'C1', up: false },
  ]);
  assert.equal(board.isUp('C1'), false);
  assert.equal(board.isUp('C2'), false);
});

test('after it was closed nothing is told', () => {
  const board = new LinkBoard();
  const heard: Link[] = [];
  board.link.subscribe((link) => heard.push(link));
  board.close();
  board.set(null, true);

  assert.deepEqual(heard, [{ cid: null, up: false }]);
});

test('of a device that was forgotten nothing is told any more', () => {
  const board = new LinkBoard();
  board.set('C1', false);
  const heard: Link[] = [];
  board.link.subscribe((link) => heard.push(link));
  board.forget('C1');
  board.link.subscribe((link) => heard.push(link));

  assert.deepEqual(
    heard.map(({ cid }) => cid),
    [null, 'C1', null],
  );
});
