import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

/** Runs a program in the foreground and answers its exit status. A signal to us is handed on, and the program decides when to end. */
export async function foreground(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  const pass = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  try {
    const [status, signal] = await once(child, 'exit');
    return status ?? 128 + constants.signals[signal];
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
