import { HttpClient } from '../clients/http-client.ts';
import { field } from '../clients/json.ts';
import type { Exchange, Tape } from '../clients/tape.ts';
import type { Manners, Target } from '../trials/target.ts';

/** What the suite makes: where it is listed, how it is removed, and by what it is known. */
const MADE = [
  ['getUsers', 'removeUser', 'username'],
  ['getScenes', 'removeScene', 'name'],
  ['getRooms', 'removeRoom', 'name'],
  ['getMCPTokens', 'removeMCPToken', 'name'],
  ['getRemoteTokens', 'removeRemoteToken', 'name'],
  ['getWebHooks', 'removeWebHook', 'url'],
] as const;

const ROUNDS = 3;
const BETWEEN_MS = 1_000;

/** As long as a controller may take, and a little more. */
const PATIENCE_MS = 20_000;

/** Requests that make something and are not answered yet, whoever still waits for them. */
export class Makings {
  readonly #pending = new Set<Promise<unknown>>();

  /** The same tape, of which it is known what is under way. */
  over(tape: Tape): Tape {
    return {
      replays: tape.replays,
      exchanges: tape.exchanges,
      take: (path, sent, perform, repeat) => {
        const taken = tape.take(path, sent, perform, repeat);
        if (/\/api\/v1\/add/.test(String(field(sent, 'path')))) {
          const settled = taken.catch(() => {}).finally(() => this.#pending.delete(settled));
          this.#pending.add(settled);
        }
        return taken;
      },
    };
  }

  /** Waits until all are answered, or will not be any more. */
  async done(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([Promise.all(this.#pending), late]).finally(() => clearTimeout(timer));
  }
}

/**
 * Removes what this run has made and could not remove: an answer that came too late says nothing of what was made all the same.
 * Answers what is there still.
 */
export const sweep = async (
  { target, manners }: { readonly target: Target; readonly manners: Manners },
  tape: Tape,
  exchanges: ReadonlyMap<string, readonly Exchange[]>,
): Promise<readonly string[]> => {
  const { base, certificate, username, password } = target;
  const http = new HttpClient(base, tape, 'http', base.protocol === 'https:' ? certificate : null);
  const login = { username, password };
  const receivers = new Set([...exchanges.values()].flat().flatMap(receiverOf));
  const isOurs = (name: unknown) =>
    typeof name === 'string' && (name.startsWith(`conformance-${manners.run}-`) || receivers.has(name));
  const removed = async (again: boolean): Promise<readonly string[]> => {
    if (again) await tape.take('suite', { wait: BETWEEN_MS }, pause);
    const found: string[] = [];
    for (const [list, remove, key] of MADE) {
      const { body } = await http.call(list, login);
      for (const record of Array.isArray(body) ? body : []) {
        if (!isOurs(field(record, key))) continue;
        found.push(String(field(record, key)));
        await http.call(remove, login, { id: field(record, 'id') });
      }
    }
    return found;
  };
  let problem: readonly string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await removed(round > 0).catch((error: Error) => [`perhaps more: ${error.message}`]);
    if (found.length === 0) return [];
    problem = found;
  }
  return problem;
};

const pause = () => new Promise<null>((resolve) => setTimeout(resolve, BETWEEN_MS, null));

const receiverOf = ({ path, got }: Exchange): string[] => {
  const url = path === 'webhook' ? field(got, 'url') : undefined;
  return typeof url === 'string' ? [url] : [];
};
