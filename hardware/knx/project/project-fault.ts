/** Why a project file cannot be read: one line that says what is wrong and how to mend it. */
export class ProjectFault extends Error {
  override readonly name = 'ProjectFault';
  /** Whether a password, or another one, would help. */
  readonly asksForPassword: boolean;

  constructor(says: string, { asksForPassword = false }: { readonly asksForPassword?: boolean } = {}) {
    super(says);
    this.asksForPassword = asksForPassword;
  }
}
