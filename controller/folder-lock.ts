import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

/** Attempts to take a lock that others take and lose at the same time. */
const ATTEMPTS = 20;

/** Who holds a folder. Process numbers are used again, so the number alone says nothing. */
interface Holder {
  readonly pid: number;
  /** Start of the process in clock ticks since the machine's start; `null` where the system does not tell. */
  readonly started: string | null;
  /** Identifier of the machine's present run; `null` where the system does not tell. */
  readonly boot: string | null;
}

/**
 * Takes the folder for this process alone, or throws a `Refusal` that names who has it. A lock whose process is gone,
 * however it ended, does not count. Answers how to let go.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = join(folder, 'lock');
  const claim = join(folder, `lock.${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(claim, `${JSON.stringify(describe(process.pid))}\n`);
  } catch (error) {
    throw new Refusal(`${folder} cannot be written to (${(error as Error).message}): name another folder`);
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        // A link is there completely or not at all, and never replaces another.
        linkSync(claim, lock);
        return () => rmSync(lock, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = read(lock);
      if (holder !== undefined && isAlive(holder)) {
        throw new Refusal(`${folder} is in use by process ${holder.pid}: stop it first, or name another folder`);
      }
      discard(lock, holder);
    }
    throw new Refusal(`${folder} is wanted by several processes at once: start it again`);
  } finally {
    rmSync(claim, { force: true });
  }
};

/** Moves a stale lock aside, and back if another process took over in the meantime. */
const discard = (lock: string, stale: Holder | undefined): void => {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const moved = read(aside);
  if (moved !== undefined && JSON.stringify(moved) !== JSON.stringify(stale)) {
    try {
      linkSync(aside, lock);
    } catch {
      // Yet another process holds it by now; the next attempt meets that one.
    }
  }
  rmSync(aside, { force: true });
};

const describe = (pid: number): Holder => ({ pid, started: startOf(pid), boot: bootIdentifier() });

const isAlive = (holder: Holder): boolean => {
  if (holder.boot !== bootIdentifier()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.started === startOf(holder.pid);
};

const read = (lock: string): Holder | undefined => {
  try {
    const { pid, started, boot } = JSON.parse(readFileSync(lock, 'utf8')) as Holder;
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, started, boot } : undefined;
  } catch {
    return undefined;
  }
};

const startOf = (pid: number): string | null => {
  try {
    // The name in parentheses may hold anything; the start is the 22nd field, the 20th behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; only its parent has not looked yet.
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
};

const bootIdentifier = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
};
