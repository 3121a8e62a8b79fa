import assert from 'node:assert/strict';
import test from 'node:test';
import type { Caller } from '../caller.ts';
import type { Connection } from './connection.ts';
import { Lines } from './lines.ts';
import { Logins } from './logins.ts';

test('a change of a user concerns the connections on which that user is logged in at that moment', () => {
  const logins = new Logins(new Lines());
  const [one, two] = [sample(logins), sample(logins)];

  one.become(1);
  two.become(1);
  logins.look(1);
  one.become(2);
  logins.look(1);
  two.become(undefined);
  logins.look(1);
  logins.look(2);

  assert.deepEqual([one.looks(), two.looks()], [2, 2]);
});

/** A connection on which somebody logs in, and which counts how often it was looked at. */
function sample(logins: Logins) {
  let looks = 0;
  let caller: Caller | undefined;
  const connection = {
    get caller() {
      return caller;
    },
    line: { carrier: { readyState: 'open' } },
    look: () => {
      looks += 1;
    },
  } as unknown as Connection;
  return {
    looks: () => looks,
    become(user: number | undefined) {
      const before = caller;
      caller = user === undefined ? undefined : ({ user: { id: user } } as Caller);
      logins.changed(connection, before);
    },
  };
}
