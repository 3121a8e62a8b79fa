import { CHECKSUM_CHARACTERS, equal, keyedChecksum, unguessable } from './secrets.ts';

/** What a session identifier says of itself. */
export interface SessionFacts {
  readonly user: number;
  /** Identifiers of an earlier generation of the user are worth nothing, unless their session is kept. */
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** Lives two years instead of a day. */
  readonly persistent: boolean;
  /** Opened through remote access. */
  readonly remote: boolean;
}

/**
 * Session identifiers that carry their facts and a keyed checksum: one that nobody has presented needs neither memory nor a row.
 * 24 bytes (flags, user, generation, creation, nonce) and the checksum, in base64url.
 */
export class SessionIds {
  readonly #key: Buffer;
  readonly #facts = Buffer.alloc(BYTES);
  #count = 0;

  constructor(key: Buffer) {
    this.#key = key;
    unguessable(NONCE_BYTES).copy(this.#facts, NONCE_AT);
  }

  /** A new identifier; no two are equal. */
  issue({ user, generation, created, persistent, remote }: SessionFacts): string {
    const facts = this.#facts;
    facts.writeUInt8((persistent ? PERSISTENT : 0) | (remote ? REMOTE : 0), 0);
    facts.writeUInt32BE(user, 1);
    facts.writeUInt32BE(generation, 5);
    facts.writeUIntBE(created, 9, 6);
    this.#count = (this.#count + 1) % 2 ** 32;
    facts.writeUInt32BE(this.#count, COUNT_AT);
    const text = facts.toString('base64url');
    return text + keyedChecksum(this.#key, text);
  }

  /** What `id` says, or `undefined` for one that was not issued with this key. */
  read(id: string): SessionFacts | undefined {
    if (id.length !== TEXT_CHARACTERS + CHECKSUM_CHARACTERS || !/^[\w-]+$/.test(id)) return undefined;
    const text = id.slice(0, TEXT_CHARACTERS);
    const checksum = keyedChecksum(this.#key, text);
    if (!equal(Buffer.from(checksum), Buffer.from(id.slice(TEXT_CHARACTERS)))) return undefined;
    const facts = Buffer.from(text, 'base64url');
    const flags = facts.readUInt8(0);
    return {
      user: facts.readUInt32BE(1),
      generation: facts.readUInt32BE(5),
      created: facts.readUIntBE(9, 6),
      persistent: (flags & PERSISTENT) !== 0,
      remote: (flags & REMOTE) !== 0,
    };
  }
}

const PERSISTENT = 1;
const REMOTE = 2;
const NONCE_AT = 15;
const NONCE_BYTES = 5;
const COUNT_AT = 20;
const BYTES = 24;
const TEXT_CHARACTERS = 32;
