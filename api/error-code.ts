/** Codes of the closed table (specification, "Error codes"). */
export type ErrorCode = 106 | 109 | 110 | 112 | 116 | 117 | 122 | 137;
