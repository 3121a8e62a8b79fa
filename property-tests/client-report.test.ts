import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { io } from 'socket.io-client';
import { type RunningSandbox, startSandbox, until } from './fixtures.ts';
import { as, call, components, control } from './http-client.ts';
import { passwordOf } from './socket-client.ts';

interface Report {
  readonly observations: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly evidence: readonly object[];
  }[];
}

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.stop());

const order = async (body: object): Promise<Report> => {
  const { status, text } = await control(sandbox.http, '/client-report', body);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Report;
};

/** However busy the machine is. */
const inTheEnd = (holds: () => boolean | Promise<boolean>, what: string) => until(holds, what, 60_000);

const verdictOf = ({ observations }: Report, id: string) => observations.find((one) => one.id === id)?.verdict;

/** A client as integrators write it: it may do everything right, or nothing. */
const integrate = (isGood: boolean) => {
  const socket = io(`${sandbox.http}/api/v1`, {
    path: '/socket.io-v4',
    transports: ['websocket'],
    forceNew: true,
    reconnection: isGood,
    reconnectionDelay: 50,
  });
  let inits = 0;
  let events = 0;
  const enter = () =>
    socket.emit('auth', passwordOf('resident'), () =>
      socket.emit('init', { language: 'en', appName: 'tried' }, () => {
        inits += 1;
        if (isGood) socket.emit('getAllComponents', {}, () => undefined);
      }),
    );
  if (isGood) socket.on('stateChange', enter);
  // Whoever does not wait logs in as soon as there is a connection.
  else socket.on('connect', enter);
  socket.on('onComponentUpdate', (updates: readonly object[]) => {
    events += 1;
    const isKnown = updates.every((update) => Object.keys(update).length === 5);
    if (!isGood && !isKnown) socket.close();
  });
  return { socket, inits: () => inits, events: () => events };
};

interface Present {
  readonly value: boolean;
  readonly content: number;
}

const lamp = async () => {
  const { cid } = (await components(sandbox.http, as('admin'))).find(({ type }) => type === 'switch') ?? assert.fail();
  const answer = await call(sandbox.http, 'getComponentData', { cid, property: 'state' }, { headers: as('admin') });
  return { cid, ...answer.as<Present>() };
};

/** Somebody presses a wall switch. */
const press = async () => {
  const { cid, content } = await lamp();
  const { status } = await control(sandbox.http, '/devices', { cid, property: 'state', content: 1 - content });
  assert.equal(status, 200);
};

describe('a report of a client', () => {
  test('finds nothing bad in one that does everything right', async () => {
    await order({ begin: true, provoke: 'late-state-change' });
    const client = integrate(true);
    await inTheEnd(() => client.inits() === 1, 'the first init');
    await order({ provoke: 'gap' });
    await inTheEnd(() => client.inits() === 2, 'the init after the gap');
    await order({ provoke: 'unknown-fields' });
    await press();
    await inTheEnd(() => client.events() > 0, 'an event');
    client.socket.emit('getVersion', () => undefined);
    await call(sandbox.http, 'getVersion', {}, { headers: as('resident') });

    const wanted = ['waits-for-state-change', 'returns-after-gap', 'survives-unknown-fields'];
    let report = await order({ user: 'resident' });
    const isSeen = () => wanted.every((id) => verdictOf(report, id) === 'good');
    await inTheEnd(async () => {
      report = await order({ user: 'resident' });
      return isSeen();
    }, 'everything to be seen');
    client.socket.close();
    assert.deepEqual(
      report.observations.filter(({ verdict }) => verdict === 'bad'),
      [],
    );
  });

  test('finds what one does wrong', async () => {
    await order({ begin: true, provoke: 'late-state-change' });
    const hasty = integrate(false);
    await inTheEnd(async () => verdictOf(await order({}), 'waits-for-state-change') === 'bad', 'a lost login');
    hasty.socket.close();

    const client = integrate(false);
    await inTheEnd(() => client.inits() === 1, 'an init');
    await order({ provoke: 'unknown-fields' });
    await press();
    await inTheEnd(
      async () => verdictOf(await order({}), 'survives-unknown-fields') === 'bad',
      'an end after an event',
    );

    for (let count = 0; count < 4; count += 1) await call(sandbox.http, 'getVersion', {}, { headers: as('resident') });
    assert.equal(verdictOf(await order({}), 'keeps-its-session'), 'bad');
  });

  test('is refused with a sentence where it cannot be had', async () => {
    for (const [body, sentence] of [
      [{ provoke: 'everything' }, /late-state-change, gap, silence, unknown-fields/],
      [{ read: [{ cid: 'C1', property: 'state' }] }, /read\[0\] must tell/],
      [{ read: [{ cid: 'C99999', property: 'state', value: 1 }] }, /no state of C99999/],
      [{ begin: false }, /begin can only be true/],
      [{ users: 'x' }, /users.* is not a field here/],
    ] as const) {
      const { status, text } = await control(sandbox.http, '/client-report', body);
      assert.equal(status, 400);
      assert.match(text, sentence);
    }
  });

  test('knows whether what a client read is so', async () => {
    await order({ begin: true });
    const { cid, ...is } = await lamp();
    const right = await order({ read: [{ cid, property: 'state', value: is.value, content: is.content }] });
    assert.equal(verdictOf(right, 'reads-content-and-value'), 'good');
    const wrong = await order({ read: [{ cid, property: 'state', value: is.content }] });
    assert.equal(verdictOf(wrong, 'reads-content-and-value'), 'bad');
  });

  test('is over with a reset, and begins anew with the next one', async () => {
    await order({ begin: true });
    for (let count = 0; count < 4; count += 1) {
      await call(sandbox.http, 'getVersion', {}, { headers: as('resident') });
    }
    assert.equal(verdictOf(await order({}), 'keeps-its-session'), 'bad');
    assert.equal((await control(sandbox.http, '/reset', {})).status, 200);
    const { observations } = await order({});
    assert.deepEqual(new Set(observations.map(({ verdict }) => verdict)), new Set(['not seen']));
  });

  test('sees a client that gives up after 15 seconds, and one that does not wait', async () => {
    const waits = async (milliseconds: number) => {
      await order({ begin: true, provoke: 'silence' });
      await fetch(`${sandbox.http}/api/v1/getAllComponents`, {
        method: 'POST',
        headers: { ...as('resident') },
        signal: AbortSignal.timeout(milliseconds),
      }).catch(() => undefined);
      let seen = '';
      await inTheEnd(async () => {
        seen = verdictOf(await order({}), 'gives-up-in-time') ?? '';
        return seen !== 'not seen';
      }, 'the end of the call');
      return seen;
    };
    assert.equal(await waits(500), 'bad');
    assert.equal(await waits(15_200), 'good');
  });
});
