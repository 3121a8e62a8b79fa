import type { HttpAnswer } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import { codeOf } from '../trials/caller.ts';
import { TooLate } from '../trials/paths.ts';
import type { Lodger, Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';

type Alias = ReturnType<Trial['alias']>;

export const WRONG = 'certainly-not-this-one';
export const FREE = 5;
const ROUNDS = 8;
const LONGEST_S = 15 * 60;
/** From one second to the longest. */
const DOUBLINGS = 11;
/** What is left of a block may be rounded down, and half a second more is none too much. */
const SPARE_S = 1.5;
const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${text}`;
export const blocked = ({ body }: HttpAnswer) => codeOf(body) === 109;
const retryAfter = ({ body }: HttpAnswer): number => Number(field(body, 'retryAfter'));

/** Guessers: each comes from an address of its own, where the controller is on this machine. */
export const LOCKOUTS: readonly Check[] = [
  {
    id: 'lockout.sixth',
    title: 'five failures are free, the sixth blocks for a second',
    proves: [
      ...['lockout.five-free', 'lockout.sixth-failure', 'lockout.right-password-blocked', 'lockout.code-109'],
      ...[
        'lockout.retry-after',
        'lockout.one-second',
        'lockout.ends',
        'lockout.reset-by-login',
        'lockout.sessions-live',
      ],
      ...['status.lockout-401', 'errors.text-109'],
    ],
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      const lodger = await t.lodger();
      const from = t.alias(11);
      const session = await t.session(lodger.login);
      await fail(t, lodger, FREE, from);
      const free = await attempt(t, lodger, from);
      t.expect('lockout.five-free', free.status === 200, `the right password after ${FREE} failures: ${shown(free)}`);
      await fail(t, lodger, 1, from);
      const again = await attempt(t, lodger, from);
      t.expect('lockout.reset-by-login', again.status === 200, `one more failure after that login: ${shown(again)}`);
      await fail(t, lodger, FREE + 1, from);
      let refused = await attempt(t, lodger, from);
      for (let round = 1; round < ROUNDS && !blocked(refused) && cameLate(t); round += 1) {
        await fail(t, lodger, FREE + 1, from);
        refused = await attempt(t, lodger, from);
      }
      if (!blocked(refused)) tooSlow(t);
      t.expect('lockout.sixth-failure', blocked(refused), `after ${FREE + 1} failures: ${shown(refused)}`);
      t.expect('lockout.right-password-blocked', refused.status !== 200, `the right password: ${shown(refused)}`);
      t.expect('lockout.code-109', blocked(refused), shown(refused));
      t.expect('status.lockout-401', refused.status === 401, shown(refused));
      t.expect(
        'errors.text-109',
        field(refused.body, 'errorText') === 'Too many authorization attempts',
        shown(refused),
      );
      t.expect('lockout.retry-after', Number.isInteger(retryAfter(refused)), shown(refused));
      // What is left of a second may be rounded down.
      t.expect('lockout.one-second', [0, 1].includes(retryAfter(refused)), shown(refused));
      const inside = await t.http.call('getVersion', { session });
      t.expect('lockout.sessions-live', inside.status === 200, `an open session meanwhile: ${shown(inside)}`);
      await t.wait(1_300);
      const over = await attempt(t, lodger, from);
      t.expect('lockout.ends', over.status === 200, `1.3 s later: ${shown(over)}`);
    },
  },
  {
    id: 'lockout.counted-twice',
    title: 'failures are counted by user name and by address, each for itself',
    proves: ['lockout.per-user', 'lockout.per-source', 'lockout.other-users'],
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      if (t.around.target.oneAddress) {
        return t.unable(
          ['lockout.per-user', 'lockout.per-source', 'lockout.other-users'],
          'there is only one address to come from',
        );
      }
      const [lodger, other] = [await t.lodger(), await t.lodger()];
      // Below six from each address, seven in all.
      await fail(t, lodger, 4, t.alias(21));
      await fail(t, lodger, 3, t.alias(22));
      const elsewhere = await guess(t, lodger.login.username, t.alias(23));
      t.expect('lockout.per-user', blocked(elsewhere), `seven failures from two addresses: ${shown(elsewhere)}`);
      const neighbour = await attempt(t, other, t.alias(24));
      t.expect('lockout.other-users', neighbour.status === 200, `another user meanwhile: ${shown(neighbour)}`);
      const source = t.alias(25);
      for (let count = 0; count < FREE + 2; count += 1) {
        await t.http.call('auth', { username: t.name('nobody'), password: WRONG }, undefined, source);
      }
      const sameSource = await guess(t, t.name('nobody'), source);
      t.expect('lockout.per-source', blocked(sameSource), `seven names from one address: ${shown(sameSource)}`);
    },
  },
  {
    id: 'lockout.all-paths',
    title: 'it does not matter over which path somebody guesses',
    proves: ['lockout.across-paths', 'lockout.code-109', 'lockout.sixth-failure', 'lockout.retry-after'],
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      const lodger = await t.lodger();
      const from = t.alias(31);
      const wires = [await t.wire(4, from), await t.wire(2, from)];
      for (const wire of wires) {
        await wire.next('stateChange');
        for (let count = 0; count < 2; count += 1) await wire.call('auth', { ...lodger.login, password: WRONG });
      }
      await fail(t, lodger, 2, from);
      const wrong = { ...lodger.login, password: WRONG };
      const everywhere = () =>
        Promise.all([
          t.http.call('auth', wrong, undefined, from),
          Promise.all(wires.map((wire) => wire.call('auth', wrong))),
        ]);
      let [overHttp, overSockets] = await everywhere();
      // A busy machine may let a short block pass; every failure then makes the next one longer. Together with these, fewer
      // than six come over HTTP: whoever counts each path for itself never blocks.
      for (let round = 1; round < 3 && !blocked(overHttp); round += 1) [overHttp, overSockets] = await everywhere();
      [overHttp, overSockets] = await everywhere();
      if (!blocked(overHttp)) tooSlow(t);
      t.expect('lockout.across-paths', blocked(overHttp), `two failures on each of three paths: ${shown(overHttp)}`);
      for (const [index, got] of overSockets.entries()) {
        const answer = got.answered ? got.answer : undefined;
        const says = `socket${wires[index]?.generation}: ${JSON.stringify(answer)}`;
        t.expect('lockout.sixth-failure', codeOf(answer) === 109, says);
        t.expect('lockout.code-109', codeOf(answer) === 109, says);
        t.expect('lockout.retry-after', Number.isInteger(field(answer, 'retryAfter')), says);
      }
    },
  },
  {
    id: 'lockout.doubles',
    title: 'each further failure doubles the block, up to 15 minutes, and time forgives',
    proves: ['lockout.doubling', 'lockout.at-most-15-minutes', 'lockout.reset-by-time'],
    needs: ['users', 'locks-out', 'hours'],
    minutes: 48,
    async run(t) {
      const lodger = await t.lodger();
      const from = t.alias(41);
      await t.keepTime();
      await fail(t, lodger, FREE, from);
      const seen: number[] = [];
      let near = true;
      while (seen.length < DOUBLINGS) {
        await fail(t, lodger, 1, from);
        const refused = await attempt(t, lodger, from);
        const left = retryAfter(refused);
        if (!Number.isFinite(left)) {
          tooSlow(t);
          break;
        }
        // What is left of a block is rounded; a moment may have passed.
        const most = Math.min(2 ** seen.length, LONGEST_S) + 1;
        near &&= left <= most && left >= most - 2 - sinceFailure(t) / 1_000;
        seen.push(left);
        if (seen.length < DOUBLINGS) await t.pass(left + SPARE_S);
      }
      t.expect('lockout.doubling', near && seen.length > 3, `retryAfter: ${seen.join(', ')}`);
      t.expect(
        'lockout.at-most-15-minutes',
        seen.length === DOUBLINGS && seen.every((each) => each <= LONGEST_S),
        seen.join(', '),
      );
      await t.pass(2 * LONGEST_S + 1);
      await fail(t, lodger, FREE, from);
      const forgiven = await attempt(t, lodger, from);
      t.expect('lockout.reset-by-time', forgiven.status === 200, `five failures after a long time: ${shown(forgiven)}`);
    },
  },
];

/**
 * Guesses until it is blocked, a few times at most: a busy machine may let a short block pass, and every failure makes the next
 * one longer. Whoever is never blocked is let through every time.
 */
const guess = async (t: Trial, username: string, from: Alias): Promise<HttpAnswer> => {
  let answer = await t.http.call('auth', { username, password: WRONG }, undefined, from);
  for (let round = 1; round < ROUNDS && !blocked(answer); round += 1) {
    answer = await t.http.call('auth', { username, password: WRONG }, undefined, from);
  }
  if (!blocked(answer)) tooSlow(t);
  return answer;
};

export const attempt = (t: Trial, { login }: Lodger, from: Alias): Promise<HttpAnswer> =>
  t.http.call('auth', login, undefined, from);

export const fail = async (t: Trial, { login }: Lodger, times: number, from: Alias): Promise<void> => {
  t.unblockedAfterwards();
  for (let count = 0; count < times; count += 1) {
    await t.http.call('auth', { ...login, password: WRONG }, undefined, from);
  }
};

/** Where a login takes longer than a block, nobody can see that there was one. */
export const tooSlow = (t: Trial): void => {
  if (cameLate(t)) throw new TooLate('too slow to see a block: a login takes longer than it');
};

/** More than most of a block of one second lay between the failure before and the last answer. */
export const cameLate = (t: Trial): boolean => sinceFailure(t) > 950;

/** Milliseconds from the failure before to the last answer. */
const sinceFailure = (t: Trial): number => {
  const [before, last] = t.tape.exchanges.slice(-2);
  const ended = (exchange: typeof before): number => (exchange?.at ?? 0) + Number(field(exchange?.got, 'ms') ?? 0);
  // The block began when the failure was judged, which may be long before its answer was here.
  return ended(last) - (before?.at ?? 0);
};
