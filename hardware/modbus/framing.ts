import type { Reply, Request } from './pdu.ts';

/** How requests and answers are wrapped on a line. One request is under way at a time. */
export interface Framing {
  /** Whether nothing in an answer tells to which request it belongs, so that a late one could be taken for the next one's. */
  readonly anonymous: boolean;
  /** The bytes of a request, whose answer is waited for from now on. */
  ask(unit: number, request: Request): Buffer;
  /** Takes what was received: the answer that was waited for, `null` if it is not there yet, or that nothing makes sense any more. */
  take(bytes: Buffer): Reply | 'broken' | null;
  /** No answer is waited for any more; what is left of one is thrown away. */
  forget(): void;
}
