import type { Answer, CallRequest } from './gate.ts';

/** The other end of a connection or of a single request, by which a watch tells clients apart: it says when it is gone. */
export interface Asker {
  once(event: 'close', gone: () => void): unknown;
}

/** What a connection is to a watch when it begins. */
export interface ConnectionSeen {
  /** Remote address. */
  readonly source: string;
  /** Ends it at once, as when the network fails. */
  cut(): void;
}

/**
 * Watches what clients do, for whoever develops one: transports tell it, and let it play tricks on clients that a real network or
 * another version of the controller would play. Only the sandbox has one.
 */
export interface ClientWatch {
  /** A client has connected over Socket.io. */
  opened(client: Asker, seen: ConnectionSeen): void;
  /** The connection awaits a login: `ask` sends `stateChange`, now or when the watch thinks fit. */
  awaitsLogin(client: Asker, ask: () => void): void;
  /** An event came before it could be answered, and is lost (specification, "Socket.io connection", rule 1). */
  lost(client: Asker, call: string): void;
  /** The connection has ended. */
  closed(client: Asker): void;
  /** Keeps a call from the gate and lets it wait, as when a network is silent; `undefined`: it goes on. */
  withheld(request: CallRequest): Promise<Answer> | undefined;
  /** A call was answered; answers what is to be sent. */
  answered(request: CallRequest, answer: Answer): Answer;
  /** Changes are told to every connection that is ready; answers what is to be sent. */
  told(updates: readonly object[]): readonly object[];
}
