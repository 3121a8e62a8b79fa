import type { HttpAnswer } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import { codeOf } from '../trials/caller.ts';
import { TooLate } from '../trials/paths.ts';
import type { Check } from './check.ts';
import { attempt, blocked, cameLate, FREE, fail, tooSlow, WRONG } from './lockouts.ts';

const ROUNDS = 4;
const shown = ({ status, text }: HttpAnswer) => `status ${status}, ${text}`;
const retryAfter = ({ body }: HttpAnswer): number => Number(field(body, 'retryAfter'));

/** How blocks run down, and where they are noticed. */
export const LOCKOUT_TIMES: readonly Check[] = [
  {
    id: 'lockout.runs-down',
    title: 'retryAfter tells how long it still takes, and it takes as long',
    proves: ['lockout.runs-down', 'lockout.lasts', 'lockout.retry-after-honest'],
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      const lodger = await t.lodger();
      const from = t.alias(61);
      await fail(t, lodger, FREE + 1, from);
      // Each of these is the next failure: the block is 2 seconds, then 4, then 8.
      for (const seconds of [1, 2, 4]) {
        await t.wait(seconds * 1_000 + 300);
        await fail(t, lodger, 1, from);
      }
      const [began, first] = [t.tape.exchanges.at(-1), await attempt(t, lodger, from)];
      await t.wait(4_000);
      const second = await attempt(t, lodger, from);
      const since = (t.tape.exchanges.at(-1)?.at ?? 0) - (began?.at ?? 0);
      const says = `a block of 8 s: ${shown(first)}; ${since} ms after it began: ${shown(second)}`;
      if (since > 7_000 && !blocked(second)) throw new TooLate(`too slow to see a block of 8 s: ${says}`);
      if (!t.expect('lockout.lasts', blocked(first) && blocked(second), says)) return;
      t.expect('lockout.runs-down', retryAfter(second) <= retryAfter(first) - 3, says);
      await t.wait(Math.min(retryAfter(second), 8) * 1_000 + 300);
      const over = await attempt(t, lodger, from);
      t.expect('lockout.retry-after-honest', over.status === 200, `${says}; after that time: ${shown(over)}`);
    },
  },
  {
    id: 'lockout.any-call',
    title: 'with credential headers every call counts as a login, and is refused like one',
    proves: ['lockout.any-call-counted', 'lockout.any-call-blocked'],
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      const { login } = await t.lodger();
      const from = t.alias(71);
      t.unblockedAfterwards();
      const ask = (password: string) => t.http.call('getVersion', { ...login, password }, undefined, from);
      let refused = await ask(WRONG);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let count = 0; count < FREE + 1 && !blocked(refused); count += 1) refused = await ask(WRONG);
        refused = await ask(login.password);
        if (blocked(refused) || !cameLate(t)) break;
      }
      const login2 = await t.http.call('auth', { ...login, password: WRONG }, undefined, from);
      if (!blocked(refused) && !blocked(login2)) tooSlow(t);
      const counted = blocked(login2) || blocked(refused);
      t.expect('lockout.any-call-counted', counted, `auth after ${FREE + 1} failures of getVersion: ${shown(login2)}`);
      t.expect('lockout.any-call-blocked', blocked(refused), `getVersion, the right password: ${shown(refused)}`);
    },
  },
  {
    id: 'lockout.sockets',
    title: 'while blocked, the right password is refused over Socket.io as well',
    proves: ['lockout.right-password-sockets'],
    needs: ['users', 'locks-out', 'waits'],
    async run(t) {
      for (const generation of [4, 2] as const) {
        const { login } = await t.lodger();
        const wire = await t.wire(generation, t.alias(80 + generation));
        t.unblockedAfterwards();
        await wire.next('stateChange');
        const guess = () => wire.call('auth', { ...login, password: WRONG });
        for (let count = 0; count < FREE + 1; count += 1) await guess();
        let got = await wire.call('auth', login);
        for (let round = 1; round < ROUNDS && !isBlocked(got) && cameLate(t); round += 1) {
          for (let count = 0; count < FREE + 1; count += 1) await guess();
          got = await wire.call('auth', login);
        }
        if (!isBlocked(got)) tooSlow(t);
        const says = `socket${generation}: ${got.answered ? JSON.stringify(got.answer) : 'no answer'}`;
        t.expect('lockout.right-password-sockets', isBlocked(got), says);
      }
    },
  },
];

const isBlocked = (got: { answered: true; answer: unknown } | { answered: false }): boolean =>
  got.answered && codeOf(got.answer) === 109;
