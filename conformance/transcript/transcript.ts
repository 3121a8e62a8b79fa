import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { field } from '../clients/json.ts';
import type { Exchange } from '../clients/tape.ts';
import { Usage } from '../options.ts';
import { INTERFACE_VERSION } from '../requirements/index.ts';
import type { Order } from '../running/suite-run.ts';
import { SUITE_VERSION } from '../suite-version.ts';
import type { Manners } from '../trials/target.ts';

/** The first line: what has to be known to judge the others again. */
export interface Head {
  readonly kind: 'run';
  readonly suite: string;
  readonly interfaceVersion: string;
  readonly at: string;
  readonly target: Readonly<Record<string, string | boolean | null>>;
  readonly certificate: Order['target']['certificate'];
  readonly manners: Manners;
  readonly only: readonly string[];
  /** Command line that asks for the same, up to `--only` and `--seed`. */
  readonly again: string;
}

/** A transcript, read again. */
export interface Recorded {
  readonly head: Head;
  /** Of each check, in their order. */
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>;
  /** Checks that were done. */
  readonly ended: ReadonlySet<string>;
  /** How the run ended; null if the transcript ends before. */
  readonly end: { readonly interrupted: boolean } | null;
}

/** Every exchange as one line of JSON, written as it happens. */
export class TranscriptWriter {
  readonly #file: number | null;

  constructor(path: string | null, order: Order, at: string) {
    this.#file = path === null ? null : openSync(path, 'w', 0o600);
    this.#line(headOf(order, at));
  }

  write(exchange: Exchange): void {
    this.#line({ kind: 'exchange', ...exchange });
  }

  /** A check is done: what it has found is not half a look. */
  ended(check: string): void {
    this.#line({ kind: 'ended', check });
  }

  /** The run is over, and cleaned up behind. */
  end(interrupted: boolean): void {
    this.#line({ kind: 'end', interrupted });
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  #line(value: object): void {
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(value)}\n`);
  }
}

/** Reads what `TranscriptWriter` has written. */
export const readTranscript = (path: string): Recorded => {
  const exchanges = new Map<string, Exchange[]>();
  const ended = new Set<string>();
  let head: Head | undefined;
  let end: Recorded['end'] = null;
  for (const [index, line] of linesOf(path).entries()) {
    const value = parsed(path, index + 1, line);
    const kind = field(value, 'kind');
    if (index === 0) head = value as Head;
    else if (kind === 'ended') ended.add(String(field(value, 'check')));
    else if (kind === 'end') end = { interrupted: field(value, 'interrupted') === true };
    else if (kind === 'exchange') {
      const exchange = value as Exchange;
      const list = exchanges.get(exchange.check) ?? [];
      list.push(exchange);
      exchanges.set(exchange.check, list);
    }
  }
  if (head?.kind !== 'run') throw new Usage(`${path}: line 1 is not the head of a transcript`);
  if (head.suite !== SUITE_VERSION || head.interfaceVersion !== INTERFACE_VERSION) {
    throw new Usage(`${path}: was written by suite ${head.suite}; this is ${SUITE_VERSION}: judge it with that one`);
  }
  return { head, exchanges, ended, end };
};

const headOf = ({ target, manners, only, again }: Order, at: string): Head => ({
  kind: 'run',
  suite: SUITE_VERSION,
  interfaceVersion: INTERFACE_VERSION,
  at,
  target: {
    base: target.base.href,
    https: target.https?.href ?? null,
    remote: target.remote?.href ?? null,
    username: target.username,
    mcp: target.mcpToken !== null,
    remoteToken: target.remoteToken !== null,
    bridge: target.bridge,
    fingerprint: target.fingerprint,
    hookHost: target.hookHost,
    loopback: target.loopback,
    oneAddress: target.oneAddress,
    name: target.name,
  },
  certificate: target.certificate,
  manners,
  only,
  again,
});

const linesOf = (path: string): readonly string[] => {
  try {
    // What was killed may have left half a line behind.
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : (code ?? 'unknown');
    throw new Usage(`${path} cannot be read (${why}): name a file that --transcript has written`);
  }
};

const parsed = (path: string, line: number, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Usage(`${path}: line ${line} is not JSON`);
  }
};
