import { numeric, type Site } from './device.ts';
import type { Population } from './population.ts';

/** The heated rooms together: how warm they are, what they take, and how much fresh air each square meter gets. */
export function inside({ heated, ventilations }: Population): Pick<Site, 'indoors' | 'freshAir'> {
  let [temperature, heat, area, air] = [0, 0, 0, 0];
  for (const room of heated) {
    temperature += room.climate.temperature;
    heat += room.heat;
    area += room.area;
  }
  for (const device of ventilations) air += numeric(device, 'airflow');
  return {
    indoors: { temperature: heated.length > 0 ? temperature / heated.length : 20, heat },
    freshAir: area > 0 ? air / area : 0,
  };
}

/** A house without a heat pump gets its warm water from elsewhere. */
export const hasWarmWater = ({ heatPumps }: Population): boolean =>
  heatPumps.length === 0 || heatPumps.some((pump) => numeric(pump, 'state') === 1);
