import { type Finding, finding, type Now, type Observation } from '../observation.ts';
import type { Client, Sight } from '../sight.ts';

/** Later versions of a controller answer with more fields than this one. */
export const survivesUnknownFields: Observation = {
  id: 'survives-unknown-fields',
  means: 'Fields that it does not know, in answers and events, do not disturb it.',
  how: '`{"provoke": "unknown-fields"}`: for a minute of real time, records in answers and events have one more field. Let it make some calls meanwhile.',
  find(sights, now) {
    const findings: Finding[] = [];
    const judged: Client[] = [];
    for (const [index, sight] of sights.entries()) {
      if (sight.kind !== 'spoiled' && sight.kind !== 'spoiled-answer') continue;
      if (judged.some((client) => isSame(client, sight.client))) continue;
      const found = judge(sight, sights.slice(index + 1), now);
      if (found === undefined) continue;
      judged.push(sight.client);
      findings.push(found);
    }
    return findings;
  },
};

type Spoiled = Extract<Sight, { kind: 'spoiled' | 'spoiled-answer' }>;

const judge = (spoiled: Spoiled, after: readonly Sight[], now: Now): Finding | undefined => {
  const { client, at } = spoiled;
  const where = spoiled.kind === 'spoiled' ? 'an event' : `the answer to ${spoiled.call}`;
  const went = after.find((sight) => sight.kind === 'answered' && isSame(sight.client, client));
  const end = after.find((sight) => sight.kind === 'closed' && isSame(sight.client, client));
  if (went !== undefined && (end === undefined || went.elapsed <= end.elapsed)) {
    return finding(true, at, client, `It went on after an unknown field in ${where}.`);
  }
  if (end !== undefined && end.elapsed - spoiled.elapsed < SOON && !after.some((sight) => isCut(sight, client))) {
    return finding(false, at, client, `It was gone right after an unknown field in ${where}.`);
  }
  if (client.connection === undefined || end !== undefined || now.elapsed - spoiled.elapsed < SOON) return undefined;
  return finding(true, at, client, `It kept its connection after an unknown field in ${where}.`);
};

/** In real milliseconds. */
const SOON = 5_000;

const isCut = (sight: Sight, client: Client): boolean => sight.kind === 'cut' && isSame(sight.client, client);

const isSame = (one: Client, other: Client): boolean =>
  one.transport === other.transport && one.source === other.source && one.connection === other.connection;
