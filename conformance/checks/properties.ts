import {
  type Arbitrary,
  anything,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  record,
  string,
} from 'fast-check';
import { field, isFields } from '../clients/json.ts';
import { brief } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';

const RUNS = 40;

/** Laws that hold for whatever is sent. A counterexample is shrunk to the smallest that still breaks the law. */
export const PROPERTIES: readonly Check[] = [
  {
    id: 'properties.inputs',
    title: 'whatever a call is given, it answers a result or an error body, and goes on answering',
    proves: ['paths.errors-only', 'paths.unharmed'],
    needs: [],
    async run(t) {
      const calls = constantFrom('getComponentData', 'executeScene', 'getAllComponents', 'getScenes', 'getVersion');
      // `id` is never that of a scene: none is run by accident.
      const parameters = oneof(
        record({ cid: odd, property: odd }, { requiredKeys: [] }),
        record({
          id: oneof(
            string().filter((text) => Number.isNaN(Number.parseInt(text, 10))),
            integer({ max: -1 }),
            constant(null),
            constant([]),
            constant({}),
          ),
        }),
        jsonValue().filter((value) => !isFields(value) || !('id' in value)),
      );
      await holds(t, 'paths.errors-only', [calls, parameters], RUNS, async (name, given) => {
        const answer = await t.http.call(String(name), t.user, given);
        const error =
          Number.isInteger(field(answer.body, 'errorCode')) && typeof field(answer.body, 'errorText') === 'string';
        const fine = answer.status === 200 ? answer.text !== '' : error && [400, 408].includes(answer.status);
        return fine ? null : `${name} ${brief(given)}: status ${answer.status}, ${brief(answer.text)}`;
      });
      const after = await t.http.call('getVersion', t.user);
      t.expect('paths.unharmed', after.status === 200, `getVersion afterwards: status ${after.status}`);
    },
  },
  {
    id: 'properties.unknown-calls',
    title: 'no invented name is a call',
    proves: ['errors.unknown-call', 'status.unknown-call-408'],
    needs: [],
    async run(t) {
      const names = string({ minLength: 6, maxLength: 20 }).map(
        (text) => `no${[...text].filter((letter) => /\w/.test(letter)).join('')}SuchCall`,
      );
      const { ms } = await t.http.call('thereIsNoSuchCall', t.user);
      // Such a call may be given up only after 15 seconds.
      const runs = ms > 1_000 ? 1 : RUNS;
      await holds(t, 'status.unknown-call-408', [names], runs, async (name) => {
        const answer = await t.http.call(String(name), t.user);
        const unknown = answer.status === 408 && field(answer.body, 'errorCode') === 116;
        return unknown ? null : `${name}: status ${answer.status}, ${brief(answer.text)}`;
      });
      await holds(t, 'errors.unknown-call', [names], runs, async (name) => {
        const answer = await t.http.call(String(name), t.user);
        return field(answer.body, 'errorCode') === 116 ? null : `${name}: ${brief(answer.text)}`;
      });
    },
  },
  {
    id: 'properties.unknown-cids',
    title: 'a command to any component that does not exist is answered with false',
    proves: ['update.unknown-cid', 'update.no-error'],
    needs: [],
    async run(t) {
      const known = new Set(t.house.components.map(({ cid }) => cid));
      const cids = oneof(
        integer({ min: 100_000, max: 9_999_999 }).map((number) => `C${number}`),
        constantFrom('C', 'X1', 'C-1', 'c1'),
      ).filter((cid) => !known.has(cid));
      for (const [id, judge] of [
        ['update.unknown-cid', (body: unknown, cid: string) => field(body, cid) === false],
        ['update.no-error', (body: unknown) => field(body, 'errorCode') === undefined],
      ] as const) {
        await holds(t, id, [cids, constantFrom(true, false)], RUNS, async (cid, value) => {
          const answer = await t.http.call('componentUpdate', t.user, { cid, property: 'state', value });
          return judge(answer.body, String(cid)) ? null : `${cid}: ${brief(answer.text)}`;
        });
      }
    },
  },
  {
    id: 'properties.unknown-scenes',
    title: 'a scene that does not exist is not found, whatever its number',
    proves: ['scene.unknown-112'],
    needs: [],
    async run(t) {
      const known = new Set(t.house.scenes.map(({ id }) => id));
      const ids = integer({ min: 10_000, max: 2_000_000_000 }).filter((id) => !known.has(id));
      await holds(t, 'scene.unknown-112', [ids], RUNS, async (id) => {
        const answer = await t.http.call('executeScene', t.user, { id });
        return field(answer.body, 'errorCode') === 112 ? null : `${id}: ${brief(answer.text)}`;
      });
    },
  },
];

const odd = oneof(string(), integer(), constant(null), constant({}), dictionary(string(), integer(), { maxKeys: 2 }));

/** A law: for whatever is drawn, `tried` answers null, or what it saw instead. */
async function holds(
  t: Trial,
  id: string,
  drawn: readonly Arbitrary<unknown>[],
  runs: number,
  tried: (one: unknown, other: unknown) => Promise<string | null>,
): Promise<void> {
  const [one = anything(), other = constant(undefined)] = drawn;
  const { seed } = t.around.manners;
  let seen = `${runs} inputs, seed ${seed}`;
  let fine = true;
  const law = asyncProperty(one, other, async (first, second) => {
    const problem = await tried(first, second);
    if (problem === null) return;
    // Shrinking ends with the smallest input that fails: the last problem is the one to tell.
    seen = problem;
    fine = false;
    throw new Error(problem);
  });
  await assert(law, { seed, numRuns: runs, endOnFailure: false }).catch((error: unknown) => {
    if (fine) throw error;
  });
  t.expect(id, fine, seen);
}
