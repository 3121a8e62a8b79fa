/** A value as text: `true`, `21.5`, or the word itself; nothing for a value that was never reported. */
export const payloadOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

/** What a command says. Numbers stay texts: the property decides. */
export const commandedValue = (payload: string): string | boolean => {
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
