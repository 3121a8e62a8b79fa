import { type Observable, Subject } from 'rxjs';
import type { LiveComponent } from './component.ts';
import type { DataEntry } from './data-entry.ts';

/**
 * Tells entries to whoever listens, one after the other: what a listener brings about is told once everybody has heard what
 * came before, so that all hear the same order.
 */
export class Telling {
  readonly entries: Observable<DataEntry>;
  readonly #subject = new Subject<DataEntry>();
  #untold: (() => void)[] = [];
  #busy = false;

  constructor() {
    this.entries = this.#subject.asObservable();
  }

  tell(component: LiveComponent, position: number, entry: DataEntry): void {
    if (this.#busy) {
      this.#untold.push(() => this.#tellAll(component, position, entry));
      return;
    }
    this.#busy = true;
    try {
      this.#tellAll(component, position, entry);
      for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) next();
    } finally {
      this.#busy = false;
    }
  }

  end(): void {
    this.#untold = [];
    this.#subject.complete();
  }

  #tellAll(component: LiveComponent, position: number, entry: DataEntry): void {
    this.#subject.next(entry);
    component.publish(position, entry);
  }
}
