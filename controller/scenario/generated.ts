import { type Settings, SIMULATOR } from '../../hardware/simulator/index.ts';
import {
  type Cid,
  type ComponentRecord,
  type House,
  kindOf,
  type Random,
  random,
  type SceneRecord,
  type SceneStep,
} from '../../twin/index.ts';
import { accountsOf, DEFAULT_MCP_TOKENS } from './default-accounts.ts';
import { type Scenario, ScenarioFault } from './scenario.ts';

/** Most components, and most rooms, of a generated house. */
export const MOST_COMPONENTS = 50_000;
const MOST_ROOMS = 20_000;
const HINT = 'write generated:components=200 or generated:components=200,rooms=20';

/** How a generated house is asked for. */
export interface Size {
  readonly components: number;
  readonly rooms: number;
}

/** The size that `generated:components=N[,rooms=M]` asks for. */
export function sizeOf(name: string): Size {
  const wanted = new Map<string, number>();
  for (const part of name.slice('generated:'.length).split(',')) {
    const [, key, number] = /^(components|rooms)=(\d{1,9})$/.exec(part) ?? [];
    if (key === undefined || wanted.has(key)) throw new ScenarioFault(`${name}: ${part} is not understood; ${HINT}`);
    wanted.set(key, Number(number));
  }
  const components = wanted.get('components');
  if (components === undefined) throw new ScenarioFault(`${name}: how many components is missing; ${HINT}`);
  const rooms = wanted.get('rooms') ?? Math.max(3, Math.ceil(components / 8));
  within(name, 'components', components, MOST_COMPONENTS);
  within(name, 'rooms', rooms, MOST_ROOMS);
  return { components, rooms };
}

function within(name: string, what: string, count: number, most: number): void {
  if (count < 1 || count > most) throw new ScenarioFault(`${name}: ${what} must be from 1 to ${most}; it is ${count}`);
}

/** A house of any size, the same for the same size and seed. */
export function generatedScenario(size: Size, seed: number): Scenario {
  const chance = random(seed).fork('generated house');
  const rooms = Array.from({ length: size.rooms }, (_, index) => room(index, chance));
  const used = new Map<string, number>();
  const components: ComponentRecord[] = [];
  const devices: { [cid: string]: Settings } = {};
  for (let index = 0; index < size.components; index += 1) {
    const at = rooms[index % rooms.length] as Room;
    const type = typeAt(index, Math.floor(index / rooms.length), chance);
    const cid: Cid = `C${index + 1}`;
    const label = `${at.name} ${LABELS[type] ?? type.replaceAll('-', ' ')}`;
    const number = (used.get(label) ?? 0) + 1;
    used.set(label, number);
    const settings = settingsOf(type, components, chance);
    if (settings !== undefined) devices[cid] = settings;
    components.push({
      cid,
      name: number === 1 ? label : `${label} ${number}`,
      category: kindOf(type)?.category ?? type,
      type,
      rooms: [at.id],
      backend: SIMULATOR,
    });
  }
  const house: House = {
    name: 'Generated house',
    timeZone: 'Europe/Berlin',
    place: { latitude: 52.52, longitude: 13.4 },
    components,
    rooms: rooms.map(({ id, name, zone }) => ({ id, name, zones: [zone] })),
    zones: zones(rooms.length),
    scenes: scenes(components),
  };
  const settings = rooms.map(({ id, use, area, facing }) => [id, { use, area, facing }]);
  return {
    name: `generated:components=${size.components},rooms=${size.rooms}`,
    seed,
    house,
    accounts: accountsOf(house),
    mcpTokens: DEFAULT_MCP_TOKENS,
    devices: { rooms: Object.fromEntries(settings), devices },
  };
}

interface Room {
  readonly id: number;
  readonly name: string;
  readonly zone: number;
  readonly use: string;
  readonly area: number;
  readonly facing: string;
}

const ROOMS_OF_A_FLOOR = 24;
const USES = ['hall', 'office', 'office', 'living-room', 'office', 'kitchen', 'bedroom', 'bathroom', 'office', 'study'];
const DIRECTIONS = ['north', 'east', 'south', 'west'];

function room(index: number, chance: Random): Room {
  const use = USES[index % USES.length] ?? 'office';
  const word = `${use.charAt(0).toUpperCase()}${use.slice(1).replaceAll('-', ' ')}`;
  return {
    id: index + 1,
    name: `${word} ${index + 1}`,
    zone: Math.floor(index / ROOMS_OF_A_FLOOR) + 1,
    use,
    area: chance.integer(8, 40),
    facing: DIRECTIONS[chance.integer(0, 3)] ?? 'south',
  };
}

const zones = (rooms: number) =>
  Array.from({ length: Math.ceil(rooms / ROOMS_OF_A_FLOOR) }, (_, index) => ({
    id: index + 1,
    name: index === 0 ? 'Ground floor' : `Floor ${index}`,
  }));

/** What every room has, in this order; then it is chance. The first component is always a lamp. */
const FURNISHING: readonly (readonly string[])[] = [
  ['switch', 'switch', 'dimmer', 'color-light'],
  ['thermostat'],
  ['radiator-valve', 'underfloor-loop'],
  ['shutter', 'blind'],
  ['window-contact'],
  ['motion-sensor', 'presence-sensor'],
  ['socket'],
];
/** Further kinds, as often as they stand here. */
const FURTHER: readonly string[] = [
  ...['switch', 'switch', 'switch', 'dimmer', 'dimmer', 'dimmer', 'color-light', 'color-light', 'socket', 'socket'],
  ...['shutter', 'blind', 'window-contact', 'window-contact', 'door-contact', 'motion-sensor', 'push-button'],
  ...['push-button', 'temperature-sensor', 'temperature-sensor', 'humidity-sensor', 'air-quality-sensor'],
  ...['smoke-detector', 'smoke-detector', 'leak-sensor', 'energy-meter', 'door-lock', 'presence-sensor'],
];
/** What a house has once for every thousand components, in a row somewhere in its middle. */
const PLANT: readonly string[] = [
  ...['weather-station', 'energy-meter', 'heat-pump', 'ventilation', 'pv-inverter', 'battery', 'wallbox'],
  ...['garage-door', 'awning', 'siren'],
];
const PLANT_FROM = 40;

function typeAt(index: number, pass: number, chance: Random): string {
  if (index === 0) return 'switch';
  const plant = PLANT[(index % 1_000) - PLANT_FROM];
  if (plant !== undefined) return plant;
  const choice = FURNISHING[pass] ?? FURTHER;
  return choice[chance.integer(0, choice.length - 1)] ?? 'switch';
}

const LABELS: { readonly [type: string]: string } = { switch: 'light', dimmer: 'dimmed light', 'color-light': 'lamp' };
const APPLIANCES = ['none', 'none', 'router', 'television', 'fridge', 'kettle'];

/** The first meter sees everything; the others a few devices each that were there before them. */
function settingsOf(type: string, before: readonly ComponentRecord[], chance: Random): Settings | undefined {
  if (type === 'socket') return { appliance: APPLIANCES[chance.integer(0, APPLIANCES.length - 1)] ?? 'none' };
  if (type !== 'energy-meter' || !before.some((other) => other.type === type)) return undefined;
  const loads = before.slice(-40).filter((other) => ['socket', 'switch', 'dimmer'].includes(other.type));
  return { measures: loads.slice(-4).map(({ cid }) => cid) };
}

const MOST_STEPS = 40;
const SCENES = ['Morning', 'Working', 'Meeting', 'Cleaning', 'Evening', 'Night', 'Away', 'Alarm'];

/** Two scenes in a small house, eight in a large one; each concerns its own share of the lamps. */
function scenes(components: readonly ComponentRecord[]): readonly SceneRecord[] {
  const lamps = components.filter(({ category }) => category === 'lighting');
  const count = Math.max(2, Math.min(SCENES.length, Math.floor(components.length / 25)));
  return SCENES.slice(0, count).map((name, index) => {
    const mine = lamps.filter((_, position) => position % count === index).slice(0, MOST_STEPS);
    const on = index % 2 === 0;
    const steps: SceneStep[] = mine.map(({ cid }) => ({ cid, property: 'state', value: on }));
    const [first = lamps[0]] = mine;
    if (first) steps.push({ wait: 2 + index }, { cid: first.cid, property: 'state', value: !on });
    return { id: index + 1, name, rooms: [...new Set(mine.flatMap(({ rooms }) => rooms))], steps };
  });
}
