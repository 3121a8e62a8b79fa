import type { Instant, RandomState, RoomRecord } from '../../twin/index.ts';
import type { Lucky } from './chances.ts';
import type { Device, Room } from './device.ts';
import { FACING } from './incidence.ts';
import { type Climate, FRESH, heatOf, moveClimate } from './room.ts';
import type { RoomUse } from './room-use.ts';
import { USES } from './room-uses.ts';
import { ROOM_SETTINGS, type Settings, settingOf } from './settings.ts';
import type { Weather } from './weather.ts';

/** What a room keeps from one moment to the next. */
export interface RoomState {
  readonly climate: readonly [temperature: number, floor: number, vapor: number, co2: number];
  readonly people: number;
  readonly asleep: boolean;
  readonly since: number;
  readonly heat: number;
  readonly luck?: RandomState;
}

/** What reaches a room from the rest of the house. */
export interface Supply {
  readonly weather: Weather;
  /** m³/h for each m² of floor. */
  readonly freshAir: number;
  /** Whether there is warm water for the heating. */
  readonly warmWater: boolean;
}

/** A room with heat, air and people; room 0 is the house itself, where devices are that stand in no room. */
export class SimulatedRoom implements Room, Lucky {
  readonly id: number;
  readonly use: RoomUse;
  readonly area: number;
  readonly facing: number | null;
  readonly devices: Device[] = [];
  readonly climate: Climate = { temperature: 0, floor: 0, vapor: 0, co2: FRESH };
  light: Device | undefined;
  thermostat: Device | undefined;
  people = 0;
  asleep = false;
  /** W that the heating delivers. */
  heat = 0;
  luck: RandomState | undefined = undefined;
  #since = 0 as Instant;
  readonly #radiators: Device[] = [];
  readonly #loops: Device[] = [];
  readonly #contacts: Device[] = [];
  readonly #covers: Device[] = [];

  constructor(record: Pick<RoomRecord, 'id'>, settings: Settings | undefined) {
    this.id = record.id;
    this.use = USES[String(settingOf(ROOM_SETTINGS, settings, 'use'))] as RoomUse;
    this.area = Number(settingOf(ROOM_SETTINGS, settings, 'area'));
    this.facing = FACING[String(settingOf(ROOM_SETTINGS, settings, 'facing'))] ?? null;
  }

  add(device: Device): void {
    this.devices.push(device);
    const { type, category } = device.kind;
    if (type === 'thermostat') this.thermostat ??= device;
    else if (type === 'radiator-valve') this.#radiators.push(device);
    else if (type === 'underfloor-loop') this.#loops.push(device);
    else if (type === 'window-contact' || type === 'door-contact') this.#contacts.push(device);
    else if (category === 'shading') this.#covers.push(device);
    else if (category === 'lighting' && device.settings?.people !== false) this.light ??= device;
  }

  /** Heated rooms are warm and have fresh air at the start; the others are as outside. */
  begin(now: Instant, weather: Weather): void {
    const temperature = this.use.warmth ?? weather.temperature;
    Object.assign(this.climate, { temperature, floor: temperature, vapor: weather.vapor, co2: FRESH });
    this.#since = now;
  }

  /** Lets the time since the last call pass. */
  move(now: Instant, { weather, freshAir, warmWater }: Supply): void {
    const hours = (now - this.#since) / 3_600_000;
    this.#since = now;
    if (this.id === 0 || this.#isOutdoors()) {
      this.climate.temperature = weather.temperature;
      this.climate.vapor = weather.vapor;
      return;
    }
    const radiators = warmWater ? this.#valves(this.#radiators) : 0;
    const loops = warmWater ? mean(this.#loops, 'valve') / 100 : 0;
    this.heat = heatOf(this.area, radiators, loops);
    moveClimate(this.climate, hours, {
      weather,
      area: this.area,
      facing: this.facing,
      shade: mean(this.#covers, 'position') / 100,
      openings: this.#contacts.reduce((sum, { contents }) => sum + Number(contents.open), 0),
      airflow: this.use.warmth === null ? 0 : freshAir * this.area,
      radiators,
      loops,
      appliances: this.#appliances(),
      people: this.people,
      asleep: this.asleep,
      vapor: this.use.vapor,
    });
  }

  state(): RoomState {
    const { temperature, floor, vapor, co2 } = this.climate;
    return {
      climate: [temperature, floor, vapor, co2],
      people: this.people,
      asleep: this.asleep,
      since: this.#since,
      heat: this.heat,
      ...(this.luck !== undefined && { luck: this.luck }),
    };
  }

  resume({ climate: [temperature, floor, vapor, co2], people, asleep, since, heat, luck }: RoomState): void {
    Object.assign(this.climate, { temperature, floor, vapor, co2 });
    this.people = people;
    this.asleep = asleep;
    this.#since = since as Instant;
    this.heat = heat;
    this.luck = luck;
  }

  #isOutdoors(): boolean {
    return this.use === USES.outdoors;
  }

  /** Radiators that nobody drives have a valve of wax, which does by itself what a thermostat would. */
  #valves(radiators: readonly Device[]): number {
    if (radiators.length > 0) return mean(radiators, 'valve') / 100;
    if (this.use.warmth === null || this.#loops.length > 0) return 0;
    if (this.thermostat !== undefined) return Number(this.thermostat.contents.valve) / 100;
    return Math.max(0, Math.min(1, (this.use.warmth - this.climate.temperature) * 0.6 + 0.3));
  }

  #appliances(): number {
    let watts = 0;
    for (const { kind, watts: drawn } of this.devices) {
      if (kind.category === 'lighting' || kind.type === 'socket') watts += drawn;
    }
    return watts;
  }
}

function mean(devices: readonly Device[], property: string): number {
  if (devices.length === 0) return 0;
  let sum = 0;
  for (const { contents } of devices) sum += Number(contents[property]);
  return sum / devices.length;
}
