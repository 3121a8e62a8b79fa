/**
 * What can be measured or told, and the units that fit it. A quantity that is only told, such as a mode, has no unit.
 * A property whose unit is not in its quantity's row is a mistake in the kind.
 */
export const QUANTITIES: { readonly [quantity: string]: readonly (string | null)[] } = {
  airflow: ['m³/h'],
  angle: ['°'],
  brightness: ['%'],
  charge: ['%'],
  color: [null],
  'color temperature': ['K'],
  concentration: ['ppm'],
  current: ['A'],
  danger: [null],
  energy: ['kWh'],
  grade: [null],
  humidity: ['%'],
  illuminance: ['lx'],
  lock: [null],
  mode: [null],
  motion: [null],
  movement: [null],
  opening: ['%', null],
  position: ['%'],
  power: ['W'],
  precipitation: ['mm/h', null],
  presence: [null],
  press: [null],
  reachability: [null],
  speed: ['m/s'],
  switching: [null],
  temperature: ['°C'],
};
