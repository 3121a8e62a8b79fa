import { type Controller, sameDoor } from './controller.ts';
import type { Controllers, ControllersFile } from './controllers-file.ts';
import { log } from './log.ts';

/**
 * Which controller this bridge works with. Once chosen it stays: another assistant that selects another house must not send the
 * words of this one there. What is selected last is where the next bridge starts.
 */
export class Selection {
  readonly #file: ControllersFile;
  readonly #changed: (controller: Controller | undefined) => void;
  #selected: Controller | undefined;
  #fault: string | undefined;

  constructor(file: ControllersFile, changed: (controller: Controller | undefined) => void) {
    this.#file = file;
    this.#changed = changed;
  }

  get selected(): Controller | undefined {
    return this.#selected;
  }

  /** What is wrong with the file, if something is. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Throws a `FileFault`. */
  list(): readonly Controller[] {
    return this.#file.read().all;
  }

  /** Takes the file as it is now. A broken one changes nothing but what is said about it. */
  reload(): void {
    let present: Controllers;
    try {
      present = this.#file.read();
    } catch (error) {
      const fault = (error as Error).message;
      if (fault !== this.#fault) log(fault);
      this.#fault = fault;
      return;
    }
    this.#fault = undefined;
    const { selected: mine } = this;
    this.#take(
      mine === undefined
        ? present.selected
        : (present.all.find(({ name }) => name === mine.name) ??
            present.all.find((each) => sameDoor(each, mine)) ??
            present.selected),
    );
  }

  /** Remembers it, too. Answers false if there is no controller of that name. Throws a `FileFault`. */
  async select(name: string): Promise<boolean> {
    const found = this.list().some((each) => each.name === name);
    if (!found) return false;
    await this.#file.change((draft) => {
      draft.selected = name;
    });
    this.#fault = undefined;
    const controller = this.list().find((each) => each.name === name);
    if (controller !== undefined) this.#take(controller);
    return controller !== undefined;
  }

  #take(next: Controller | undefined): void {
    const before = this.#selected;
    this.#selected = next;
    const same = before === undefined || next === undefined ? before === next : sameDoor(before, next);
    if (!same || before?.name !== next?.name) this.#changed(next);
  }
}
