import type { ConfigurationUpdate } from '../configuration-updates.ts';
import type { Listener } from './audience.ts';

/** Administrators who asked to hear of changes of the configuration. Who is none any more hears nothing. */
export class Administrators {
  readonly #listeners = new Set<Listener>();

  join(listener: Listener): void {
    if (listener.caller?.user.group === 'admin') this.#listeners.add(listener);
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  deliver(update: ConfigurationUpdate): void {
    for (const listener of [...this.#listeners]) {
      if (listener.caller?.user.group === 'admin') listener.socket.emit('onConfigurationUpdate', [update]);
      else this.leave(listener);
    }
  }
}
