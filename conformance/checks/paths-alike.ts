import { isFields, same } from '../clients/json.ts';
import type { Caller, Reply } from '../trials/caller.ts';
import { told } from '../trials/caller.ts';
import type { Trial } from '../trials/trial.ts';
import type { Check } from './check.ts';
import { unusedCid } from './components.ts';
import { unusedId } from './http-form.ts';

/** Requests whose answers do not depend on when they are made. */
const requests = (t: Trial): readonly (readonly [string, unknown])[] => {
  const cid = unusedCid(t.house.components);
  return [
    ['getVersion', undefined],
    ['getScenes', undefined],
    ['getComponentData', {}],
    ['getComponentData', { cid, property: 'state' }],
    ['componentUpdate', { cid, property: 'state', value: true }],
    ['componentUpdate', {}],
    ['executeScene', { id: unusedId(t.house.scenes) }],
    ['executeScene', {}],
    ['executeScene', { id: 'no-number' }],
    ['getWebHooks', undefined],
    ['addWebHook', { type: 'component' }],
    ['thereIsNoSuchCall', { a: 1 }],
  ];
};

/** The same question over several paths. */
export const PATHS_ALIKE: readonly Check[] = [
  {
    id: 'paths.user',
    title: 'a regular user gets the same answers and refusals over every path',
    proves: ['paths.same-answer', 'paths.same-refusal'],
    needs: ['users'],
    async run(t) {
      const { login } = await t.lodger();
      await compare(t, await t.callers(login));
    },
  },
  {
    id: 'paths.given-user',
    title: 'the given user gets the same answers and refusals over every path',
    proves: ['paths.same-answer', 'paths.same-refusal'],
    needs: [],
    async run(t) {
      await compare(t, await t.callers());
    },
  },
];

/** What does not change while other checks make scenes and webhooks of their own, and remove them. */
export const steady = (t: Trial, body: unknown): unknown => {
  if (!Array.isArray(body)) return body;
  const found = new Set(t.house.scenes.map(({ id }) => id));
  return body
    .filter(isFields)
    .flatMap(({ id, name, url }) => (url === undefined && found.has(id) ? [{ id, name }] : []));
};

async function compare(t: Trial, callers: readonly Caller[]): Promise<void> {
  for (const [name, parameters] of requests(t)) {
    const replies: Reply[] = [];
    for (const caller of callers) replies.push(await caller.call(name, parameters));
    const [first] = replies;
    const says = `${name} ${JSON.stringify(parameters) ?? ''}: ${replies.map(told).join('; ')}`;
    // A client of Socket.io that gets no answer in time is refused as well: 116 is what that is called.
    const codes = replies.map(({ answered, code }) => (answered ? code : 116));
    const refused = codes.some((code) => code !== null);
    if (refused)
      t.expect(
        'paths.same-refusal',
        codes.every((code) => code === codes[0]),
        says,
      );
    else
      t.expect(
        'paths.same-answer',
        replies.every(({ body }) => same(steady(t, body), steady(t, first?.body))),
        says,
      );
  }
}
