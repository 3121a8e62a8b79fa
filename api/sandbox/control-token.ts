/** Whether an `Authorization` header carries the token. Takes as long for a wrong one as for a right one of its length. */
export const carriesToken = (header: string | undefined, token: string): boolean => {
  const [, shown] = BEARER.exec(header ?? '') ?? [];
  if (shown === undefined) return false;
  const given = Buffer.from(shown);
  const expected = Buffer.from(token);
  let difference = given.length ^ expected.length;
  for (const [at, byte] of given.entries()) difference |= byte ^ (expected[at % expected.length] ?? 0);
  return difference === 0;
};

const BEARER = /^Bearer +(\S+) *$/i;
