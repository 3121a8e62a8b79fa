import { VERSION } from './version.ts';

/**
 * How the controller introduces itself: a product with the name of the house as its comment (RFC 9110, 5.6.5). What is not ASCII
 * goes over the wire as UTF-8, of which Node.js wants one character per byte.
 */
export const userAgentOf = (name: string): string => {
  const comment = name.replace(/\p{Cc}+/gu, ' ').replace(/[()\\]/g, '\\$&');
  return `Twinhaus/${VERSION} (${Buffer.from(comment, 'utf8').toString('latin1')})`;
};
