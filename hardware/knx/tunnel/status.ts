/** The gateway has no connection of that number. */
export const UNKNOWN_CHANNEL = 0x21;

const TEXTS: { readonly [status: number]: string } = {
  1: 'the gateway does not speak this protocol',
  2: 'the gateway does not speak this version',
  [UNKNOWN_CHANNEL]: 'the gateway does not know the connection',
  34: 'the gateway has no tunnels',
  35: 'the gateway does not take the options of a tunnel',
  36: 'all tunnels of the gateway are taken',
  37: 'the individual address is taken',
  38: 'the gateway has trouble with the connection',
  39: 'the gateway has trouble with its bus',
  41: 'the gateway has no tunnel on this layer',
};

/** What a status other than 0 says. */
export const statusText = (status: number): string => TEXTS[status] ?? `the gateway refuses (status ${status})`;
