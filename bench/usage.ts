import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds of CPU that a process has used so far, in all its threads: garbage collection and compilation count too. */
export function cpuOf(pid: number): number {
  let spent = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    spent += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]);
  }
  return spent;
}

/** Resident memory of a process, in megabytes of 10⁶ bytes. */
export function memoryOf(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return (Number(kibibytes) * 1_024) / 1e6;
}

/** Milliseconds on a clock that all processes of the machine share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Real time passes. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
