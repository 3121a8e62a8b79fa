/** How a number in one unit becomes one in another: `number * times + plus`. */
export interface UnitChange {
  readonly times: number;
  readonly plus: number;
}

const times = (factor: number): UnitChange => ({ times: factor, plus: 0 });

/** From the unit of a datapoint type to that of a property. */
const CHANGES: { readonly [from: string]: { readonly [to: string]: UnitChange } } = {
  kW: { W: times(1_000) },
  Wh: { kWh: times(0.001) },
  MWh: { kWh: times(1_000) },
  J: { kWh: times(1 / 3_600_000) },
  mA: { A: times(0.001) },
  'km/h': { 'm/s': times(1 / 3.6) },
  '°F': { '°C': { times: 5 / 9, plus: -160 / 9 } },
  K: { '°C': { times: 1, plus: -273.15 } },
  rad: { '°': times(180 / Math.PI) },
  'l/h': { 'm³/h': times(0.001) },
  'l/s': { 'm³/h': times(3.6) },
  'm³/s': { 'm³/h': times(3_600) },
};

/** `null` where one has nothing to do with the other. */
export const unitChange = (from: string | null, to: string | null): UnitChange | null => {
  if (from === null || to === null) return null;
  return from === to ? times(1) : (CHANGES[from]?.[to] ?? null);
};
