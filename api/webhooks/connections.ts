import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';

/** Connections to one receiver. */
export type Connections = Agent;

/** One connection at a time, which stays open until it is destroyed or the receiver closes it. */
export const connectionsTo = ({ secure }: { readonly secure: boolean }): Connections =>
  new (secure ? SecureAgent : Agent)({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
