import type { Namespace, Socket } from 'socket.io';
import type { View } from '../access/view.ts';
import type { Caller } from '../caller.ts';
import type { ClientWatch } from '../client-watch.ts';
import type { Batch } from '../events.ts';

/** A connection that wants to hear of changes. */
export interface Listener {
  readonly socket: Socket;
  readonly caller: Caller | undefined;
}

/** Everybody who hears of changes, in rooms of those who may see the same: what a room hears is encoded once. */
export class Audience {
  readonly #namespace: Namespace;
  readonly #watch: ClientWatch | undefined;
  readonly #places = new Map<Listener, Place>();

  constructor(namespace: Namespace, watch?: ClientWatch) {
    this.#namespace = namespace;
    this.#watch = watch;
  }

  join(listener: Listener): void {
    if (!this.#places.has(listener)) this.#places.set(listener, { view: undefined, room: undefined });
  }

  leave(listener: Listener): void {
    const room = this.#places.get(listener)?.room;
    this.#places.delete(listener);
    if (room !== undefined) void listener.socket.leave(room);
  }

  /** Asks for the view of each listener anew: what somebody may see counts at the moment of telling. */
  deliver(batch: Batch): void {
    const rooms = new Map<string, View>();
    for (const [listener, place] of this.#places) {
      const view = listener.caller?.view;
      if (view === undefined) continue;
      if (view !== place.view) seat(listener, place, view);
      if (place.room !== undefined) rooms.set(place.room, view);
    }
    for (const [room, view] of rooms) {
      const updates = batch.seenBy(view);
      if (updates.length === 0) continue;
      this.#namespace.to(room).emit('onComponentUpdate', this.#watch?.told(updates) ?? updates);
    }
  }
}

interface Place {
  view: View | undefined;
  room: string | undefined;
}

const seat = ({ socket }: Listener, place: Place, view: View): void => {
  const room = `view ${view.key}`;
  place.view = view;
  if (room === place.room) return;
  if (place.room !== undefined) void socket.leave(place.room);
  void socket.join(room);
  place.room = room;
};
