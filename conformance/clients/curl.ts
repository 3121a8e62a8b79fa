import type { Sending } from './http-client.ts';

/** The request as somebody would type it. */
export const curl = (base: URL, { method, path, headers, body }: Sending): string =>
  [
    'curl -i',
    ...(base.protocol === 'https:' ? ['-k'] : []),
    `-X ${method}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(body)}`]),
    quoted(new URL(path, base).href),
  ].join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
