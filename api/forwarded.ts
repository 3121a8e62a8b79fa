import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from './local-network.ts';

/**
 * The addresses that a request has come by according to its `Forwarded` (RFC 7239) or `X-Forwarded-For`, the latest last.
 * `undefined`: nobody says anything. `null`: what is said cannot be understood, or the two contradict each other: then a
 * proxy that knows one of them has handed through the other as a client wrote it.
 */
export const forwardedFor = (headers: IncomingHttpHeaders): readonly string[] | null | undefined => {
  const standard = headers.forwarded;
  const usual = headers['x-forwarded-for'];
  const listed = usual === undefined ? undefined : plainList(Array.isArray(usual) ? usual.join(',') : usual);
  if (standard === undefined) return listed;
  const described = standardList(standard);
  if (usual === undefined || listed === null || described === null) return usual === undefined ? described : null;
  return listed?.join() === described.join() ? described : null;
};

/** `203.0.113.9, 10.0.0.1:4711, [2001:db8::1]:80`. */
const plainList = (header: string): readonly string[] | null => addresses(header.split(',', HOPS_MOST + 1));

/** `for=203.0.113.9;proto=https, for="[2001:db8::1]:80"`: each element names once for whom. */
const standardList = (header: string): readonly string[] | null => {
  const named: string[] = [];
  PAIR.lastIndex = 0;
  let node: string | undefined;
  for (;;) {
    const [, name, token, quoted, separator] = PAIR.exec(header) ?? [];
    if (name === undefined || separator === undefined) return null;
    if (name.toLowerCase() === 'for') {
      if (node !== undefined) return null;
      node = token ?? quoted?.replace(/\\(.)/g, '$1');
    }
    if (separator === ';') continue;
    if (node === undefined || named.push(node) > HOPS_MOST) return null;
    if (separator === '') return addresses(named);
    node = undefined;
  }
};

/** `name=value` with the separator after it: of pairs, of elements, or none at the end. */
const PAIR = /[ \t]*([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)")[ \t]*(;|,|$)/y;

/** No chain of proxies is as long. */
const HOPS_MOST = 32;

const addresses = (nodes: readonly string[]): readonly string[] | null => {
  if (nodes.length > HOPS_MOST) return null;
  const found = nodes.map(addressOf);
  return found.every((address) => address !== undefined) ? found : null;
};

/** An address without brackets and port; `undefined` for a name, a secret (`_hidden`) or `unknown`. */
const addressOf = (node: string): string | undefined => {
  const text = node.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIPv6(bracketed) ? plainAddress(bracketed) : undefined;
  const [, bare = ''] = /^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? [];
  if (isIPv4(bare)) return bare;
  return isIPv6(text) ? plainAddress(text) : undefined;
};
