import type { Transport } from './caller.ts';
import type { ErrorCode } from './errors.ts';

/** Upper bounds, in seconds, of the classes that the durations of calls are counted in. */
export const CALL_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15] as const;

/** How many calls had which outcome. */
interface CallRow {
  ok: number;
  readonly refused: Map<ErrorCode, number>;
}

/** The calls of one transport. */
export interface TransportRow {
  /** By name; whatever does not exist is `unknown`. */
  readonly calls: Map<string, CallRow>;
  /** How many fell into each class of `CALL_SECONDS`, and beyond the last. */
  readonly classes: number[];
  seconds: number;
}

/** What has been called, over which transport, with which outcome and how long it took. Plain numbers: counting is on everybody's way. */
export class CallCounts {
  readonly transports = new Map<Transport, TransportRow>();

  /** `code` is `null` for a call that was answered. */
  note(transport: Transport, call: string, code: ErrorCode | null, seconds: number): void {
    const row = this.transports.get(transport) ?? this.#begin(transport);
    const calls = row.calls.get(call) ?? beginCall(row, call);
    if (code === null) calls.ok += 1;
    else calls.refused.set(code, (calls.refused.get(code) ?? 0) + 1);
    let index = 0;
    while (index < CALL_SECONDS.length && seconds > (CALL_SECONDS[index] ?? 0)) index += 1;
    row.classes[index] = (row.classes[index] ?? 0) + 1;
    row.seconds += seconds;
  }

  #begin(transport: Transport): TransportRow {
    const row = { calls: new Map(), classes: new Array<number>(CALL_SECONDS.length + 1).fill(0), seconds: 0 };
    this.transports.set(transport, row);
    return row;
  }
}

const beginCall = ({ calls }: TransportRow, call: string): CallRow => {
  const row = { ok: 0, refused: new Map() };
  calls.set(call, row);
  return row;
};
