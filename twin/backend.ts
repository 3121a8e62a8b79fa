import type { Observable } from 'rxjs';
import type { Cause, Cid, Content } from './data-entry.ts';

/** Where a value lives, in the twin's words. A backend knows from its own configuration which address that is on its bus. */
export interface PointAddress {
  readonly cid: Cid;
  readonly property: string;
}

/** What a device says: one frame, one report. */
export interface Report extends PointAddress {
  readonly content: Content;
  /**
   * Somebody worked the device itself, as with a wall switch. Exactly one report for each time, with the content that was put
   * in by hand: it is the line from which a replay lets it happen again.
   */
  readonly byHand?: true;
}

/** Whether the backend can reach its bus, or one device on it. */
export interface Link {
  /** `null` for the backend as a whole. */
  readonly cid: Cid | null;
  readonly up: boolean;
}

/** How a write ended: taken by the bus, or not, with a sentence. */
export type WriteOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** One way to reach a building: a simulator or a bus. */
export interface Backend {
  /** Unique among the backends of a controller; component records name it. */
  readonly name: string;
  /**
   * Everything that it says follows from the clock, from its own state and from what was written to it, as with a simulator.
   * Of every other backend the journal holds all that the twin learned from it, so that the twin can be brought back without it.
   */
  readonly repeatable?: true;
  /** Hot; never errors, never completes; emits in the order in which things happened. */
  readonly reports: Observable<Report>;
  /** The present state of every link at subscription, then each change. */
  readonly link: Observable<Link>;
  /**
   * Sends one content to one point; exactly one outcome, never an error. A backend that is resumable knows the outcome at once:
   * one that is still under way does not survive a restart.
   */
  write(point: PointAddress, content: Content, cause: Cause): Observable<WriteOutcome>;
  /**
   * How a write ends that was under way when the state of the twin was taken, by the number of its command's line in the journal; told
   * after the call has returned. `undefined`, or left out: nobody here will ever know.
   */
  awaited?(command: number): Observable<WriteOutcome> | undefined;
  /** Ends it; nothing is emitted afterwards. */
  close(): Promise<void>;
}
