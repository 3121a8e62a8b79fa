import type { Faulty, Spoiling } from './faulty.ts';

/** Changes the query with which a receiver is called. */
const queries = (change: (query: Record<string, string>) => Record<string, string>) => (): Spoiling => ({
  hook: (call) => [{ ...call, query: change({ ...call.query }) }],
});

/** Controllers whose webhooks go wrong. */
export const HOOKS: readonly Faulty[] = [
  {
    id: 'hooks-silent',
    spoils: 'webhooks are never called',
    caughtBy: ['hook-call.fires'],
    how: () => ({ hook: () => [] }),
  },
  {
    id: 'hooks-cooked',
    spoils: 'webhooks tell true or false as content',
    caughtBy: ['hook-call.content'],
    how: queries((query) => ({ ...query, content: String(query.content === '1') })),
  },
  {
    id: 'hooks-nameless',
    spoils: 'webhooks do not tell their id',
    caughtBy: ['hook-call.id'],
    how: queries(({ id: _, ...query }) => query),
  },
  {
    id: 'hooks-twice',
    spoils: 'webhooks are called twice',
    caughtBy: ['hook-call.no-retry'],
    how: () => ({ hook: (call) => [call, call] }),
  },
  {
    id: 'hooks-patient',
    spoils: 'a receiver is waited for as long as it likes',
    caughtBy: ['hook-call.five-seconds'],
    how: () => ({ hook: (call) => [call], hookPatience: 30_000 }),
  },
];
