/** Every limit of the twin; the documentation prints it together with those of the interface. */
export const LIMITS = {
  sceneRuns: { value: 100, unit: '', means: 'scenes that run at the same time; one more is refused' },
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
