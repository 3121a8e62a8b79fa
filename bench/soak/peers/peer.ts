/** How the other end of a bus behaves. Each end does of it what it can. */
export const MOODS = ['good', 'silent', 'slow', 'lying', 'garbage', 'refusing'] as const;
export type Mood = (typeof MOODS)[number];

/** The other end of a bus, in the soak's own process. */
export interface Peer {
  /** Of the bus, as the house calls it. */
  readonly name: string;
  mood: Mood;
  /** Any free one at the first opening, the same at the next. */
  port: number;
  /** Rejects while somebody else has the port. */
  open(): Promise<void>;
  /** Nobody listens any more, and whoever was connected is not. */
  close(): Promise<void>;
  /** Whoever is connected is not any more. */
  hangUp(): void;
}
