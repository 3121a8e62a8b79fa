/** A question of the bench to one of its programs. */
export interface Question {
  readonly id: number;
  readonly what: string;
  readonly input: unknown;
}

export type Answer = { readonly id: number } & ({ readonly reply: unknown } | { readonly fault: string });

/** Answers the bench's questions, if this process was started with a channel. */
export function answer(handlers: Readonly<Record<string, (input: never) => unknown>>): void {
  if (!process.send) return;
  process.on('message', async ({ id, what, input }: Question) => {
    try {
      const handler = handlers[what];
      if (!handler) throw new Error(`nobody answers ${what}`);
      process.send?.({ id, reply: await handler(input as never) });
    } catch (error) {
      process.send?.({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}

/** Says on standard output where this process listens, as the product does. */
export const ready = (port?: number): void => {
  process.stdout.write(
    `${JSON.stringify({ event: 'ready', http: port === undefined ? '' : `http://127.0.0.1:${port}` })}\n`,
  );
};
