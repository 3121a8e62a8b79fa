/** Something that went wrong inside. The operator sees it in the log; a caller only ever gets a code of the table. */
export interface Problem {
  /** What was being done, such as `call executeScene` or `store the last use of a session`. */
  readonly during: string;
  readonly error: unknown;
}

/** Where problems go. Must not throw. */
export type ReportProblem = (problem: Problem) => void;
