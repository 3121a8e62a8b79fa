import { field, type Path, YamlSource } from '../yaml/yaml-source.ts';
import { ScenarioFault } from './scenario.ts';

/** A scenario file as it was written, which knows the line of everything in it. */
export class ScenarioSource {
  /** What the file says. */
  readonly content: unknown;
  readonly #file: string;
  readonly #yaml: YamlSource;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#yaml = new YamlSource(text);
    const [error] = this.#yaml.errors;
    if (error !== undefined) throw new ScenarioFault(`${file}:${error.line}: ${error.says}`);
    this.content = this.#yaml.content;
  }

  /** A fault at `path`: `file:line: field: what is wrong`. */
  fault(path: Path, says: string): ScenarioFault {
    return new ScenarioFault(`${this.#file}:${this.#yaml.at(path).line}: ${field(path)}${says}`);
  }
}
