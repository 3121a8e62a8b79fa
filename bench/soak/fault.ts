/** What can be spoiled on purpose, to see that the law that forbids it is broken. */
export const FAULTS = {
  leak: 'the house keeps what it needs no more',
  files: 'the house opens files and never closes them',
  lost: 'the disk forgets what was written to it last before each kill',
  stuck: 'outcomes of commands to one bus are never written down',
  refused: 'the store is damaged before the last start',
  'slow-stop': 'the house needs three seconds more to stop',
} as const;
export type Fault = keyof typeof FAULTS;
