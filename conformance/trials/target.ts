import type { Certificate } from '../clients/certificate.ts';

/** The controller that is looked at, and what the suite was given for it. */
export interface Target {
  readonly base: URL;
  /** The encrypted address, where one was given. */
  readonly https: URL | null;
  readonly remote: URL | null;
  readonly username: string;
  readonly password: string;
  readonly mcpToken: string | null;
  readonly remoteToken: string | null;
  /** Command that starts the bridge. */
  readonly bridge: string | null;
  /** The fingerprint that the operator was told. */
  readonly fingerprint: string | null;
  /** What the encrypted address shows. */
  readonly certificate: Certificate | null;
  /** Address under which the controller reaches this machine. */
  readonly hookHost: string;
  /** On this very machine. */
  readonly loopback: boolean;
  /** The suite has only one address to come from. */
  readonly oneAddress: boolean;
  /** What its owner calls the controller, if that was told. */
  readonly name: string | null;
}

/** What the suite may do, and how. */
export interface Manners {
  readonly seed: number;
  /** Part of the names of all that the suite makes. */
  readonly run: string;
  readonly slow: boolean;
  readonly readOnly: boolean;
  readonly sandbox: boolean;
  readonly allowDoors: boolean;
  readonly onlyRooms: readonly number[];
  readonly onlyComponents: readonly string[];
  /** Parts that the controller does not have, as somebody declares; old transcripts say nothing of it. */
  readonly without?: readonly Part[];
}

/** What a controller may lack. */
export const PARTS = ['mcp', 'remote', 'https', 'bridge'] as const;
export type Part = (typeof PARTS)[number];
