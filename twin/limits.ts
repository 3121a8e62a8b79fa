/** Every limit of the twin; the documentation prints it together with those of the interface. */
export const LIMITS = {
  ringsPerInstant: {
    value: 1_000_000,
    unit: '',
    means: 'alarms that ring at one instant, then the clock stops with an error instead of never coming to its end',
  },
  advancesWaiting: {
    value: 1_000,
    unit: '',
    means: 'requests to advance the clock that wait for their turn, then an error',
  },
  sceneRuns: { value: 100, unit: '', means: 'scenes that run at the same time; one more is refused' },
  faultCharacters: { value: 256, unit: '', means: 'characters of a bad frame that a fault line repeats' },
  answerSeconds: {
    value: 5,
    unit: 's',
    means: 'time within which a report counts as the answer to a command, or goes on with one',
  },
  answerSecondsInAll: {
    value: 120,
    unit: 's',
    means: 'time after a command from which no report counts as its answer any more',
  },
} as const;
