import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTERFACE_VERSION, REQUIREMENTS } from './index.ts';
import type { Requirement } from './requirement.ts';

const FILE = join(import.meta.dirname, `frozen-${INTERFACE_VERSION}.json`);

/** What must not change of a requirement any more. */
const meaningOf = ({ level, says, unseen }: Requirement): string =>
  `${level}${unseen === null ? '' : ', not to be seen'}: ${says}`;

const frozen = (): Record<string, string> => JSON.parse(readFileSync(FILE, 'utf8'));

/** Where the requirements are not those that are frozen for this version of the interface. */
export const thawed = (requirements: readonly Requirement[] = REQUIREMENTS): readonly string[] => {
  const [now, then] = [new Map(requirements.map((row) => [row.id, meaningOf(row)])), frozen()];
  return [
    ...Object.entries(then)
      .filter(([id, meaning]) => now.get(id) !== meaning)
      .map(([id, meaning]) => `${id} was "${meaning}", and is "${now.get(id) ?? 'gone'}"`),
    ...[...now.keys()].filter((id) => then[id] === undefined).map((id) => `${id} is new: trace.ts takes it in`),
  ];
};

/** Takes in what is new; what is frozen already stays as it was. */
export const freeze = (): void => {
  const all = { ...Object.fromEntries(REQUIREMENTS.map((row) => [row.id, meaningOf(row)])), ...frozen() };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
};
