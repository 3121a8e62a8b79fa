/** A value as text: `true`, `21.5`, or the word itself; nothing for a value that was never reported. */
export const payloadOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

/** What a command says. Numbers stay texts: the property decides. */
const commandedValue = (payload: string): string | boolean => {
  switch (payload.toLowerCase()) {
    case 'true':
    case 'on':
      return true;
    case 'false':
    case 'off':
      return false;
    default:
      return payload;
  }
};

/** What holds a cover, told to its position: Home Assistant opens, closes and stops on one topic. */
export const STOP = 'STOP';

/** The property that a command is for, with what it says. Where words are told, `off` is one. */
export const commanded = (
  property: string,
  payload: string,
  takesWords: boolean,
): { readonly property: string; readonly value: string | boolean } => {
  if (property === 'position' && payload === STOP) return { property: 'stop', value: true };
  return { property, value: takesWords ? payload : commandedValue(payload) };
};
