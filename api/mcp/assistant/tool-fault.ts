/** Why a tool did not do what it was asked for: told to the assistant as a result with `isError`. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault';
  /** A code of the interface's closed table, such as 112. */
  readonly code: number;
  /** Field of the input that is meant, where it is one. */
  readonly field: string | undefined;
  /** Names that may have been meant, the nearest first. */
  readonly nearest: readonly string[];

  constructor(code: number, message: string, more: { field?: string; nearest?: readonly string[] } = {}) {
    super(message);
    this.code = code;
    this.field = more.field;
    this.nearest = more.nearest ?? [];
  }
}

/** Codes by what they mean here. */
export const CODE = { input: 106, unknown: 112, time: 116, refused: 117 } as const;
