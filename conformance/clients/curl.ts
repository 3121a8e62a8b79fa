import { type Certificate, publicKeyOf } from './certificate.ts';
import type { Sending } from './http-client.ts';

/**
 * The request as somebody would type it. No name can be compared with a certificate that names nobody: curl is told the public
 * key instead, and sends nothing to any other.
 */
export const curl = (
  base: URL,
  { method, path, headers, body, from }: Sending,
  certificate: Certificate | null,
): string =>
  [
    'curl -i',
    ...(certificate === null ? [] : [`-k --pinnedpubkey ${quoted(`sha256//${publicKeyOf(certificate)}`)}`]),
    ...(from === undefined ? [] : [`--interface ${from}`]),
    `-X ${method}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(body)}`]),
    quoted(new URL(path, base).href),
  ].join(' ');

/** The same with the given secrets taken from the environment; null if it needs one that nobody has any more. */
export const typeable = (line: string, variables: Readonly<Record<string, string>>): string | null => {
  if (/--secret-\d+--/.test(line)) return null;
  return Object.entries(variables).reduce(
    (text, [name, variable]) => text.replaceAll(`--${name}--`, `'"$${variable}"'`),
    line,
  );
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
