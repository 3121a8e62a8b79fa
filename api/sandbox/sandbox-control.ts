import type { ClientReport } from './client-report/client-report.ts';
import type { ReportOrder } from './client-report/report-order.ts';

/** What drives the sandbox: the port behind `/sandbox/v1`. Whoever assembles the sandbox implements it. */
export interface SandboxControl {
  status(): SandboxStatus;
  /** Resolves once everything that fell due has happened. Rejects with a `SandboxRefusal` and leaves the clock where it was. */
  clock(command: ClockCommand): Promise<ClockPosition>;
  /** Lets the device itself report. Throws a `SandboxRefusal` for a component, property or content that it does not have. */
  press(report: HandReport): void;
  /** Every line so far, each with its line break, in chunks of any size; it ends where the journal stood when reading began. */
  journal(): AsyncIterable<Uint8Array | string>;
  /** Begins anew, as freshly started. Rejects with a `SandboxRefusal` for a scenario that does not exist or does not hold. */
  /** What was seen of clients so far. Throws a `SandboxRefusal` for a reading of what does not exist. */
  clientReport(order: ReportOrder): ClientReport;
  reset(beginning: { readonly scenario?: string; readonly seed?: number }): Promise<Beginning>;
}

export interface SandboxStatus extends Beginning {
  /** Virtual seconds per real second. */
  readonly speed: number;
  /** How many components the house has. */
  readonly components: number;
}

/** Exactly one of: seconds to go on, the instant to go on to (ISO 8601 in UTC with milliseconds), a new speed (0: time stands still). */
export type ClockCommand = { readonly advance: number } | { readonly advanceTo: string } | { readonly speed: number };

export interface ClockPosition {
  /** ISO 8601. */
  readonly now: string;
  readonly speed: number;
}

export interface HandReport {
  readonly cid: string;
  readonly property: string;
  readonly content: number | string;
}

export interface Beginning {
  readonly scenario: string;
  readonly seed: number;
  /** ISO 8601. */
  readonly now: string;
}

/** What the sandbox will not do, in one sentence for the person who asked: status 400. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
}
