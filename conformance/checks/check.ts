import type { Trial } from '../trials/trial.ts';

/**
 * What a check needs of the controller and of the command line, or does to the house. The plan of a run is made of these:
 * who chose `--read-only`, or has no MCP token, reads which checks were left out, and why.
 */
export type Need =
  /** The given user may administer. */
  | 'admin'
  /** Makes users and removes them. */
  | 'users'
  /** Makes scenes of its own, runs them and removes them. */
  | 'scenes'
  | 'webhooks'
  /** Makes MCP tokens and removes them. */
  | 'tokens'
  /** Switches skills off and on again: everybody else who uses them is disturbed. */
  | 'skills'
  /** Switches something harmless, and back. */
  | 'switches'
  /** Fails to log in, less often than would block anybody. */
  | 'guesses'
  /** Fails to log in until it is blocked: from an address of its own, under a name of its own. */
  | 'locks-out'
  /** Takes seconds of real time. */
  | 'waits'
  /** Takes minutes even where the clock can be driven: only with `--slow`. */
  | 'slow'
  /** Years pass. */
  | 'driven-clock'
  /** Hours pass: at once where the clock can be driven, else only with `--slow`. */
  | 'hours'
  | 'mcp'
  | 'bridge'
  | 'remote'
  /** The encrypted address, to shake hands with. */
  | 'https'
  /** The fingerprint that the operator was told. */
  | 'fingerprint'
  /** The encrypted address shows the certificate with that fingerprint, so that logins and tokens may be sent there. */
  | 'trusted'
  /** The name of the controller. */
  | 'name'
  /** Whatever else runs would be disturbed, or disturb it. */
  | 'alone';

/** One question to the controller. */
export interface Check {
  /** Stable; `theme.question`. */
  readonly id: string;
  /** A sentence about the controller. */
  readonly title: string;
  /** Ids of the requirements that it judges. */
  readonly proves: readonly string[];
  readonly needs: readonly Need[];
  /** With `hours`: how many minutes it takes on a clock that cannot be driven. */
  readonly minutes?: number;
  run(trial: Trial): Promise<void>;
}
