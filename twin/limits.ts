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
  catchUpSeconds: {
    value: 300,
    unit: 's',
    means:
      'by which something may be late in a real house and still happen as if it were in time; beyond, time leaps over the gap',
  },
  madeUpForSeconds: {
    value: 900,
    unit: 's',
    means: 'for which a time of day, or of the sun, is made up for; one that passed longer ago is missed',
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
  records: { value: 2_000, unit: '', means: 'rooms, zones, scenes and automations, of each' },
  nameLength: { value: 200, unit: 'characters', means: 'a name' },
  sceneSteps: { value: 1_000, unit: '', means: 'steps of a scene' },
  sceneWaitSeconds: { value: 31_536_000, unit: 's', means: 'one wait of a scene' },
  automationParts: { value: 500, unit: '', means: 'triggers, conditions and actions of one automation' },
  automationDepth: { value: 12, unit: '', means: 'levels of actions and conditions inside one another' },
  automationRuns: {
    value: 10,
    unit: '',
    means: 'runs of one automation at the same time, or waiting, unless it says less',
  },
  automationRunsInAll: { value: 1_000, unit: '', means: 'runs of all automations at the same time' },
  automationCommands: { value: 1_000, unit: '', means: 'commands that one run may send' },
  automationSteps: { value: 20_000, unit: '', means: 'steps that one run may take' },
  automationRounds: { value: 1_000, unit: '', means: 'rounds of one repeat' },
  automationChain: {
    value: 20,
    unit: '',
    means: 'runs that set each other off within a minute; the next one is a loop and does not begin',
  },
  automationFamily: {
    value: 1_000,
    unit: '',
    means: 'runs within a minute that go back to the same first one; the next one is a loop and does not begin',
  },
  automationChainSeconds: {
    value: 60,
    unit: 's',
    means: 'time after which runs that set each other off are a rhythm and no loop',
  },
  automationChainsKept: { value: 5_000, unit: '', means: 'latest runs whose effects are known as theirs' },
  automationTraces: { value: 20, unit: '', means: 'latest runs of each automation that are remembered' },
  automationTraceLines: { value: 100, unit: '', means: 'conditions, and actions, that the trace of a run holds' },
  automationTraceLinesInAll: {
    value: 100_000,
    unit: '',
    means: 'conditions and actions that the traces of all automations hold; beyond, the oldest runs are forgotten',
  },
} as const;
