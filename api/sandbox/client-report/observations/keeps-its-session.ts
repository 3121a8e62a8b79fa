import { type Finding, finding, type Observation } from '../observation.ts';
import { nameOf, type Sight } from '../sight.ts';

/** Specification, "Session lifetime": credentials with every request open a new session every time. */
export const keepsItsSession: Observation = {
  id: 'keeps-its-session',
  means:
    'Over HTTP it logs in once and sends the session with what follows, and logs in again when the session has ended.',
  how: 'Make at least three calls over HTTP after the login.',
  find(sights) {
    const byClient = new Map<string, Answered[]>();
    for (const sight of sights) {
      if (sight.kind !== 'answered' || sight.client.transport !== 'http') continue;
      const name = nameOf(sight.client);
      byClient.set(name, [...(byClient.get(name) ?? []), sight]);
    }
    return [...byClient.values()].flatMap(judge);
  },
};

/** From so many on it is no accident. */
const MANY = 3;

type Answered = Extract<Sight, { kind: 'answered' }>;

const judge = (calls: readonly Answered[]): readonly Finding[] => {
  const openings = calls.filter(({ call }) => call.opened);
  const uses = calls.filter(({ call }) => call.credentials === 'session' && call.code !== 106);
  const refused = mostInARow(calls, ({ call }) => call.credentials === 'session' && call.code === 106);
  const last = openings.at(-1);
  if (last !== undefined && openings.length >= MANY && openings.length > uses.length) {
    const counts = `${openings.length} sessions were opened, and sessions were used ${uses.length} times`;
    return [finding(false, last.at, last.client, `${counts}; the last was opened for ${last.call.name}.`)];
  }
  const [stale] = refused;
  if (stale !== undefined && refused.length >= MANY) {
    const times = `${refused.length} calls in a row came with a session that does not count (106)`;
    return [finding(false, stale.at, stale.client, `${times}; the first was ${stale.call.name}.`)];
  }
  const [first] = uses;
  if (first === undefined || uses.length < MANY) return [];
  return [finding(true, first.at, first.client, `A session was used ${uses.length} times.`)];
};

const mostInARow = (calls: readonly Answered[], counts: (sight: Answered) => boolean): readonly Answered[] => {
  let most: Answered[] = [];
  let row: Answered[] = [];
  for (const call of calls) {
    row = counts(call) ? [...row, call] : [];
    if (row.length > most.length) most = row;
  }
  return most;
};
