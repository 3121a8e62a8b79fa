import type { Check, Need } from '../checks/check.ts';
import type { House } from '../discovery/house.ts';
import type { Lamp } from '../discovery/lamps.ts';
import type { Manners, Target } from '../trials/target.ts';

/** A check, and why it is left out, if it is. */
export interface Planned {
  readonly check: Check;
  readonly leftOut: string | null;
  /** False where it is left out because the controller does not have the part that it looks at. */
  readonly applies: boolean;
  /** What it does to the house, in words. */
  readonly deeds: readonly string[];
}

/** What a plan depends on. */
export interface Given {
  readonly target: Target;
  readonly manners: Manners;
  readonly house: House;
  readonly lamps: readonly Lamp[];
}

/** Reasons not to run a check, by what it needs. `null`: nothing stands in the way. */
const OBSTACLES: Readonly<Record<Need, (given: Given) => string | null>> = {
  admin: ({ house }) => (house.admin ? null : 'the given user is not an administrator'),
  users: ({ house }) => (house.makesUsers ? null : 'the given user cannot make users at this controller'),
  scenes: ({ house }) => (house.makesScenes ? null : 'the given user cannot make scenes at this controller'),
  webhooks: ({ house }) => (house.hooks ? null : 'the given user cannot manage webhooks at this controller'),
  tokens: ({ house }) => (house.tokens ? null : 'the given user cannot manage MCP tokens at this controller'),
  skills: ({ house }) => (house.skills ? null : 'the given user cannot switch skills at this controller'),
  switches: ({ lamps }) => (lamps.length > 0 ? null : 'nothing was found that may be switched, and without harm'),
  guesses: () => null,
  'locks-out': () => null,
  waits: () => null,
  slow: ({ manners }) => (manners.slow ? null : 'takes long: see --slow'),
  'driven-clock': ({ house }) => (house.driven ? null : 'the clock of this controller cannot be driven'),
  hours: ({ house, manners }) =>
    house.driven || manners.slow ? null : 'takes hours where the clock cannot be driven: see --slow',
  mcp: ({ target, house, manners }) =>
    (manners.without ?? []).includes('mcp')
      ? `--without mcp was given, but /mcp is there (${house.mcpStatus})`
      : target.mcpToken === null
        ? 'no --mcp-token was given'
        : null,
  bridge: ({ target }) => (target.bridge === null ? 'no --bridge was given' : null),
  remote: ({ target }) =>
    target.remote === null || target.remoteToken === null ? 'no --remote-url and --remote-token were given' : null,
  https: ({ target }) => (target.https === null ? 'no HTTPS address was given: see --https-url' : null),
  fingerprint: ({ target }) => (target.fingerprint === null ? distrusted(target) : null),
  trusted: ({ target }) => distrusted(target),
  name: ({ target }) => (target.name === null ? 'no --controller-name was given' : null),
  alone: () => null,
};

/** Why no login and no token is sent to the encrypted address; null if it is the one that somebody vouched for. */
const distrusted = ({ certificate, fingerprint, https }: Target): string | null => {
  const shown = `${https?.origin} shows ${certificate?.fingerprint}`;
  if (fingerprint === null) return `no --fingerprint was given, and nothing secret goes to just anybody: ${shown}`;
  return fingerprint === certificate?.fingerprint ? null : `not the certificate of --fingerprint: ${shown}`;
};

const CHANGES: readonly Need[] = [
  ...(['users', 'scenes', 'webhooks', 'tokens', 'skills', 'switches', 'locks-out', 'driven-clock', 'hours'] as const),
];

/** What is judged by how long something takes. */
const TIMED: readonly Need[] = ['scenes', 'switches', 'locks-out', 'waits', 'hours'];

/** All checks, each with the reason why it is left out or none. `only` names checks, requirements or their beginnings. */
export const planOf = (checks: readonly Check[], given: Given, only: readonly string[]): readonly Planned[] =>
  checks
    .filter((check) => wanted(check, only))
    .map((check) => {
      const gone = absence(check, given);
      const leftOut = gone ?? obstacle(check, given);
      return { check, leftOut, applies: gone === null, deeds: deedsOf(check, given) };
    });

/** Why the controller does not have what the check looks at: it says so, or somebody has declared it and nothing contradicts. */
function absence({ needs }: Check, { target, manners, house }: Given): string | null {
  const silent = house.mcpStatus === 404;
  if (needs.includes('mcp') && target.mcpToken === null && silent)
    return 'the controller says that it has no /mcp (404)';
  const part = (manners.without ?? []).find((each) => needs.includes(each) && (each !== 'mcp' || silent));
  return part === undefined ? null : `declared with --without ${part}`;
}

const deedsOf = ({ needs, minutes }: Check, { house }: Given): readonly string[] => {
  const passing = house.driven ? 'drives the clock' : `takes ${minutes} minutes`;
  const deeds = needs.flatMap((need) => (need === 'hours' ? passing : (DEEDS[need] ?? [])));
  return [...new Set(deeds)];
};

const DEEDS: Partial<Record<Need, string>> = {
  users: 'writes',
  scenes: 'writes',
  webhooks: 'writes',
  tokens: 'writes',
  skills: 'writes',
  switches: 'switches',
  'locks-out': 'locks out',
  waits: 'waits',
  slow: 'takes long',
  'driven-clock': 'drives the clock',
};

const wanted = ({ id, proves }: Check, only: readonly string[]): boolean =>
  only.length === 0 ||
  only.some((name) => [id, ...proves].some((each) => each === name || each.startsWith(`${name}.`)));

function obstacle({ needs }: Check, given: Given): string | null {
  if (given.manners.readOnly && needs.some((need) => CHANGES.includes(need))) {
    return 'changes something, and --read-only was given';
  }
  const { driven, speed } = given.house;
  if (!driven && speed !== null && speed !== 1 && needs.some((need) => TIMED.includes(need))) {
    return `its clock runs at ${speed} times the speed of this machine's, and is left alone`;
  }
  return needs.map((need) => OBSTACLES[need](given)).find((reason) => reason !== null) ?? null;
}

/** A name of `--only` that fits nothing. */
export const unknownNames = (checks: readonly Check[], only: readonly string[]): readonly string[] =>
  only.filter((name) => !checks.some((check) => wanted(check, [name])));
