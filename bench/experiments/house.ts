import { type Contestant, startProgram } from '../contestant.ts';

/** The product around a backend that the bench plays: see `contestants/house.ts`. */
export const startHouse = (components: number): Promise<Contestant> =>
  startProgram('contestants/house', { args: [String(components)] });
