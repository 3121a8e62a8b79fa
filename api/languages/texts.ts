import type { ErrorCode } from '../error-code.ts';

/** Every text of the interface in one language. A missing one does not compile. */
export interface Texts {
  /** `errorText` of each code. */
  readonly errors: { readonly [Code in ErrorCode]: string };
  /** `errorText` of code 117 where the HTTP method is the reason. */
  readonly methodNotAllowed: string;
}
