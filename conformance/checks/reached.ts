import { NoAnswer } from '../clients/tape.ts';
import type { Wire } from '../clients/wire.ts';

/** A connection, or what was said instead of one: for checks to which that is the answer. */
export const reached = async (open: () => Promise<Wire>): Promise<{ wire: Wire } | { says: string }> => {
  try {
    return { wire: await open() };
  } catch (error) {
    if (error instanceof NoAnswer) return { says: error.message };
    throw error;
  }
};
