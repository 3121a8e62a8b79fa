/** Something that whoever started the program has to mend: shown as its one line, exit status 2, never a stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
