import type { TSchema } from '@sinclair/typebox';
import type { CallDefinition } from './call.ts';

/** Whether an input is valid. */
export interface InputCheck {
  (input: unknown): boolean;
  /** The first fault of an input: `steps[0].wait: Expected number`. */
  fault(input: unknown): string | undefined;
}

/**
 * The check of each call's input, compiled from its schema when the call is made for the first time. The compiler itself is
 * loaded by the first call of all, which therefore waits for it.
 */
export class InputChecks {
  readonly #ready = new Map<CallDefinition, InputCheck>();
  #compiler: Compiler | undefined;

  of(definition: CallDefinition): InputCheck | Promise<InputCheck> {
    const ready = this.#ready.get(definition);
    if (ready) return ready;
    if (this.#compiler) return this.#compile(definition, this.#compiler);
    return import('@sinclair/typebox/compiler').then(({ TypeCompiler }) => {
      this.#compiler = TypeCompiler;
      return this.#compile(definition, TypeCompiler);
    });
  }

  #compile(definition: CallDefinition, compiler: Compiler): InputCheck {
    const compiled = compiler.Compile(definition.input);
    const fault = (input: unknown): string | undefined => {
      const first = compiled.Errors(input).First();
      if (first === undefined) return undefined;
      return first.path === '' ? 'parameters: an object is needed here' : `${fieldOf(first.path)}: ${reasonOf(first)}`;
    };
    const check = Object.assign((input: unknown) => compiled.Check(input), { fault });
    this.#ready.set(definition, check);
    return check;
  }
}

interface Compiler {
  Compile(schema: TSchema): {
    Check(value: unknown): boolean;
    Errors(value: unknown): { First(): { readonly path: string; readonly message: string } | undefined };
  };
}

/** `/steps/0/wait` as `steps[0].wait`. */
const fieldOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.slice(0, 64).replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (index === 0 ? part : /^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');

const reasonOf = ({ message }: { readonly message: string }): string =>
  message === 'Unexpected property'
    ? 'there is no such field here'
    : message.charAt(0).toLowerCase() + message.slice(1);
