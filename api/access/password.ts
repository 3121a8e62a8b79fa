import { equal, type StretchCost, stretch, unguessable } from './secrets.ts';

/**
 * The password hash of a user, as text: `$scrypt$ln=14,r=8,p=5$<salt>$<key>` in the PHC string format, salt and key in
 * base64 without padding.
 */
export type PasswordHash = string;

/** OWASP's recommendation for scrypt with 16 MiB: small enough for a controller, about 0.15 s for each guess. */
export const COST: StretchCost = { logN: 14, r: 8, p: 5 };

/** The hash that stands in for the one of a user who does not exist, so that a wrong name takes as long as a wrong password. */
export const NOBODYS_HASH: PasswordHash = `$scrypt$ln=14,r=8,p=5$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes and checks passwords, no more than a few at a time: each takes 16 MiB and a thread. */
export class Passwords {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Hashes a password with a new salt. */
  async hash(password: string): Promise<PasswordHash> {
    const salt = unguessable(16);
    const key = await this.#inTurn(() => stretch(password, salt, 32, COST));
    return `$scrypt$ln=${COST.logN},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`;
  }

  /** Whether `password` is the one behind `hash`; always as much work as the hash asks for. */
  async verify(password: string, hash: PasswordHash): Promise<boolean> {
    const parsed = parse(hash);
    if (!parsed) return false;
    const key = await this.#inTurn(() => stretch(password, parsed.salt, parsed.key.length, parsed.cost));
    return equal(key, parsed.key);
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#most) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Whether `text` is a hash that can be checked at a bearable cost, and that is worth checking. */
export const isPasswordHash = (text: string): boolean => parse(text) !== undefined;

const parse = (hash: PasswordHash): { cost: StretchCost; salt: Buffer; key: Buffer } | undefined => {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43,86})$/.exec(
    hash,
  );
  if (!found) return undefined;
  const [logN, r, p] = [Number(found[1]), Number(found[2]), Number(found[3])];
  if (logN < 14 || logN > 17 || r < 8 || r > 16 || p < 1 || p > 16) return undefined;
  return {
    cost: { logN, r, p },
    salt: Buffer.from(found[4] ?? '', 'base64'),
    key: Buffer.from(found[5] ?? '', 'base64'),
  };
};

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
