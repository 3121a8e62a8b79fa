import { field, isFields } from '../clients/json.ts';
import { connectSocket, type LiveSocket } from '../clients/live-socket.ts';
import type { Exchange } from '../clients/tape.ts';
import type { Target } from '../trials/target.ts';

/** Reports that are remembered; more only in a house in which nothing could be told apart anyway. */
const MOST = 20_000;

interface Change {
  readonly at: number;
  readonly cid: string;
  readonly value: boolean;
}

/** Sees what is switched in the house while checks run, so that what a resident did is not held against the controller. */
export class Witness {
  readonly #changes: Change[] = [];
  #socket: LiveSocket | undefined;

  /** Logs in as the given user, and answers whether it is connected. Without, everything is believed at once. */
  async watch({ base, certificate, username, password }: Target): Promise<boolean> {
    const secure = base.protocol === 'https:' ? certificate : null;
    const how = { generation: 4, transports: ['websocket'], query: {}, headers: {} } as const;
    let asked = false;
    const logIn = () => {
      asked = true;
      this.#socket?.emit('auth', { username, password }, () => {
        this.#socket?.emit('init', { language: 'en', appName: 'twinhaus-conformance' }, () => {});
      });
    };
    this.#socket = await connectSocket(base, secure, how, (event, payload) => {
      if (event === 'stateChange') logIn();
      if (event === 'onComponentUpdate' && Array.isArray(payload)) for (const each of payload) this.#note(each);
    }).catch(() => undefined);
    // The question may have come together with the connection.
    if (asked) logIn();
    return this.#socket !== undefined;
  }

  /**
   * Which of the borrowed things somebody else has switched since then: it was reported as what nobody of the suite had asked
   * for. `exchanges` are those of the check; `began` says when the first of them was, on the clock of `performance.now()`.
   */
  others(exchanges: readonly Exchange[], epoch: number): string | null {
    for (const cid of borrowed(exchanges)) {
      const first = epoch + (exchanges[0]?.at ?? 0);
      const commands = exchanges.flatMap((each) => commandTo(cid, each, epoch));
      let before = first;
      for (const { at, value } of this.#changes.filter((each) => each.cid === cid && each.at >= first)) {
        const given = commands.filter((each) => each.at <= at);
        const wanted = [given.at(-1), ...given.filter((each) => each.at >= before)];
        if (!wanted.some((each) => each !== undefined && (each.value === 'any' || each.value === value))) {
          return `somebody else switched ${cid}`;
        }
        before = at;
      }
    }
    return null;
  }

  stop(): void {
    this.#socket?.close();
  }

  #note(entry: unknown): void {
    const [cid, property, value] = [field(entry, 'cid'), field(entry, 'property'), field(entry, 'value')];
    if (typeof cid !== 'string' || property !== 'state' || typeof value !== 'boolean') return;
    if (this.#changes.length < MOST) this.#changes.push({ at: performance.now(), cid, value });
  }
}

const borrowed = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges
    .filter(({ path, sent }) => path === 'suite' && field(sent, 'borrow') !== undefined)
    .flatMap(({ got }) => (Array.isArray(got) ? got : [got]))
    .flatMap((lamp) => (isFields(lamp) && typeof lamp.cid === 'string' ? [lamp.cid] : []));

/** What an exchange asks of this component: a state, or who knows what. */
const commandTo = (cid: string, { sent, at }: Exchange, epoch: number): { at: number; value: boolean | 'any' }[] => {
  const text = JSON.stringify(sent).replaceAll('\\', '');
  if (!new RegExp(`\\b${cid}\\b`).test(text) || !/componentUpdate|Scene|tools\/call/.test(text)) return [];
  const [, value] = /componentUpdate.*\bvalue["=:\s]+(true|false|1|0)\b/.exec(text) ?? [];
  return [{ at: epoch + at, value: value === undefined ? 'any' : value === 'true' || value === '1' }];
};
