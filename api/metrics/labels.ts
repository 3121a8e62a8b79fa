/** What a label of a metric says. However long the controller runs and whoever asks it for what: none of them has more values. */
export interface LabelRow {
  readonly means: string;
  /** All that it can be; left out where the house decides it. */
  readonly values?: readonly string[];
}

/** Every label, by its name. */
export const LABELS: { readonly [label: string]: LabelRow } = {
  path: {
    means: 'how the call came; what a tool of an assistant asks for is a call too',
    values: ['http', 'socket', 'mcp', 'mqtt', 'memory'],
  },
  call: { means: 'the name of a call, or `unknown` for whatever does not exist' },
  outcome: { means: '`ok`, or the code of an error; of webhooks, writes and commands what became of them' },
  by: { means: 'what is locked out', values: ['user name', 'address'] },
  bus: { means: 'the name of a bus in the configuration' },
  queue: {
    means: 'a queue that has an end; `sockets` and `mcp` also lose whoever does not read, with all that waited',
    values: ['calls', 'histories', 'logins', 'mcp', 'mqtt', 'sockets', 'webhooks'],
  },
  reason: {
    means:
      'why a bus gave something up: too much waited, a newer value came, routers asked for silence, the link was lost, its point was changed',
    values: ['full', 'replaced', 'silence', 'link', 'changed'],
  },
  kind: { means: 'the kind of a line of the journal' },
  result: { means: 'how the run of an automation ended' },
  version: { means: 'of Twinhaus' },
  node: { means: 'the version of Node.js' },
};
