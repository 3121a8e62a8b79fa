/** A run that somebody can stop. */
export interface Stoppable {
  /** Raised when it is to stop. */
  readonly signal: AbortSignal;
  /** From here on there is something to put back. */
  begin(): void;
  /** Signals mean again what they mean to every program. */
  done(): void;
}

/** The first Ctrl-C stops a run in order, the second at once: both say what that means. `run` is part of the names of all that it makes. */
export const stoppable = (run: string, say: (line: string) => void): Stoppable => {
  const stop = new AbortController();
  let begun = false;
  const onSignal = () => {
    if (!begun) {
      say('interrupted: nothing was looked at, and nothing changed');
      process.exit(1);
    }
    if (stop.signal.aborted) {
      say(`not cleaned up: users, scenes and tokens called conformance-${run}-… may be left, and lights switched`);
      process.exit(1);
    }
    say('stopping: everything is put back first; Ctrl-C once more leaves it as it is');
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: stop.signal,
    begin: () => {
      begun = true;
    },
    done: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  };
};
