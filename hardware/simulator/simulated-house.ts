import {
  type Cid,
  type Content,
  type Duration,
  type House,
  type Instant,
  type LocalMoment,
  LocalTime,
  later,
  type Report,
  random,
} from '../../twin/index.ts';
import { Chances } from './chances.ts';
import { type Device, numeric, possible, type Site } from './device.ts';
import type { Chance } from './distributions.ts';
import type { HouseState } from './house-state.ts';
import { beginVisits, visit } from './household.ts';
import { hasWarmWater, inside } from './inside.ts';
import { type Population, populate } from './population.ts';
import { nextTurn, turnsOf } from './rounds.ts';
import { DEVICE_SETTINGS, type Setting, type SimulatorSettings, settingOf } from './settings.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SimulatedRoom } from './simulated-room.ts';
import { Sky } from './sky.ts';
import type { Weather } from './weather.ts';

/** What is to happen: to whom (a cid, a room, a turn of rooms, the house), and what. */
export type Happening = readonly [who: string, what: string];

export interface SimulatedHouseOptions {
  readonly house: House;
  readonly settings: SimulatorSettings;
  readonly seed: number;
  readonly now: Instant;
  /** Name of the backend whose components are simulated. */
  readonly backend: string;
  /** Sees to it that `happen` is called with the happening when it is due. */
  readonly plan: (due: Instant, happening: Happening) => void;
  readonly report: (report: Report) => void;
}

/** Batteries and meters look at a power that has changed once it had this long to settle, ms; where they are many, less often. */
const SETTLING = 5_000;
const SETTLING_EACH = 10;

/** Everything that is simulated: rooms, weather, people and devices, and what they do to each other. */
export class SimulatedHouse implements Site {
  now: Instant;
  readonly power = { loads: 0, solar: 0, stored: 0 };
  indoors: Site['indoors'] = { temperature: 20, heat: 0 };
  freshAir = 0;
  readonly #options: SimulatedHouseOptions;
  readonly #population: Population;
  readonly #turns: readonly (readonly SimulatedRoom[])[];
  readonly #sky: Sky;
  readonly #chances: Chances;
  readonly #localTime: LocalTime;
  #unbalanced = false;

  constructor(options: SimulatedHouseOptions) {
    const { house, settings, seed, now, backend } = options;
    this.now = now;
    this.#options = options;
    this.#population = populate(house, settings, backend);
    this.#turns = turnsOf(this.#population.rooms.values());
    this.#chances = new Chances(random(seed));
    this.#sky = new Sky(now, house.place, random(seed).fork('weather'));
    this.#localTime = new LocalTime(house.timeZone);
  }

  get weather(): Weather {
    return this.#sky.weather;
  }

  get local(): LocalMoment {
    return this.#localTime.at(this.now);
  }

  get stores(): number {
    return this.#population.store.length;
  }

  /** Gives every device its first contents and plans the first of everything that happens again and again. */
  begin(): void {
    const { rooms, devices } = this.#population;
    for (const room of rooms.values()) room.begin(this.now, this.weather);
    for (const device of devices.values()) {
      device.model.begin(device, this);
      if ('reachable' in device.kind.properties) device.contents.reachable = 1;
    }
    this.#options.plan(nextTurn(this.now, -1), ['house', 'turn']);
    this.#turns.forEach((turn, index) => {
      if (turn.length > 0) this.#options.plan(nextTurn(this.now, index), [`turn ${index}`, '']);
    });
    for (const room of rooms.values()) beginVisits(room, this);
  }

  /** Every device says what it has. */
  introduce(): void {
    for (const device of this.#population.devices.values()) {
      for (const property of Object.keys(device.kind.properties)) {
        const content = device.contents[property];
        if (property !== 'reachable' && content !== undefined) this.say(device, property, content);
      }
    }
  }

  device(cid: string): SimulatedDevice | undefined {
    return this.#population.devices.get(cid);
  }

  devices(): Iterable<SimulatedDevice> {
    return this.#population.devices.values();
  }

  happen([who, what]: Happening, now: Instant): void {
    this.now = now;
    const device = this.#population.devices.get(who);
    if (device !== undefined) this.#happenTo(device, what);
    else if (who === 'house') this.#happenInHouse(what);
    else if (who.startsWith('turn ')) this.#turn(Number(who.slice(5)));
    else visit(this.#population.rooms.get(Number(who.slice(5))) as SimulatedRoom, what, this);
  }

  /** A command has reached a device; it answers a little later. */
  command(device: SimulatedDevice, property: string, content: Content, now: Instant): void {
    this.now = now;
    if (!device.take(property, content)) return;
    this.later(device, device.thinks(this.chance(device)), 'answer');
  }

  /** Somebody changed a device by hand. Counters go on from there. */
  press(device: SimulatedDevice, property: string, content: Content, now: Instant): void {
    this.now = now;
    device.contents[property] = content;
    this.#options.report({ cid: device.cid, property, content, byHand: true });
    if (typeof content !== 'number') return;
    if (property in device.memory) device.memory[property] = content;
    device.model.pressed?.(device, property, content, this);
  }

  say(device: Device, property: string, content: Content): void {
    device.contents[property] = content;
    this.#options.report({ cid: device.cid, property, content });
  }

  tell(device: Device, property: string, content: number): void {
    if (device.contents[property] !== content) this.say(device, property, content);
  }

  drift(device: Device, property: string, measured: number, band: number): void {
    const content = possible(device, property, measured);
    const distance = Math.abs(content - numeric(device, property));
    if (distance >= band && distance > 0) this.say(device, property, content);
  }

  later(who: Device | SimulatedRoom, delay: Duration, what: string): Instant {
    const due = later(this.now, Math.max(1, Math.round(delay)) as Duration);
    this.#options.plan(due, ['cid' in who ? who.cid : `room ${who.id}`, what]);
    return due;
  }

  chance(who: Device | SimulatedRoom): Chance {
    return 'cid' in who ? this.#chances.of(who as SimulatedDevice, who.cid) : this.#chances.of(who, `room ${who.id}`);
  }

  draw(device: Device, watts: number): void {
    const whole = Math.round(watts);
    if (whole === device.watts) return;
    this.power.loads += whole - device.watts;
    device.watts = whole;
    if (this.#unbalanced) return;
    this.#unbalanced = true;
    const { store, meter } = this.#population;
    const settling = Math.max(SETTLING, SETTLING_EACH * (store.length + meter.length)) as Duration;
    this.#options.plan(later(this.now, settling), ['house', 'balance']);
  }

  flow(part: 'solar' | 'stored', watts: number): void {
    this.power[part] += watts;
  }

  setting(device: Device, name: string): Setting {
    return settingOf(DEVICE_SETTINGS[device.kind.type], device.settings, name);
  }

  state(): HouseState {
    const { rooms, devices } = this.#population;
    return {
      sky: this.#sky.state(),
      power: [this.power.loads, this.power.solar, this.power.stored],
      unbalanced: this.#unbalanced,
      indoors: [this.indoors.temperature, this.indoors.heat, this.freshAir],
      rooms: Object.fromEntries([...rooms].map(([id, room]) => [id, room.state()])),
      devices: Object.fromEntries([...devices].map(([cid, device]) => [cid, device.state()])),
    };
  }

  resume(state: HouseState, now: Instant): void {
    this.now = now;
    this.#sky.resume(state.sky);
    [this.power.loads, this.power.solar, this.power.stored] = state.power;
    this.#unbalanced = state.unbalanced;
    const [temperature, heat, freshAir] = state.indoors;
    this.indoors = { temperature, heat };
    this.freshAir = freshAir;
    for (const [id, room] of Object.entries(state.rooms)) this.#population.rooms.get(Number(id))?.resume(room);
    for (const [cid, device] of Object.entries(state.devices)) this.#population.devices.get(cid as Cid)?.resume(device);
  }

  #happenTo(device: SimulatedDevice, what: string): void {
    if (what === 'answer') this.#answer(device, device.next());
    else device.model.due?.(device, what, this);
  }

  #answer(device: SimulatedDevice, [property, content]: readonly [property: string, content: Content]): void {
    if (device.model.answer === undefined || typeof content === 'string') this.say(device, property, content);
    else device.model.answer(device, property, content, this);
  }

  #happenInHouse(what: string): void {
    if (what === 'balance') this.#balance();
    else {
      this.#options.plan(nextTurn(this.now, -1), ['house', 'turn']);
      this.#sky.move(this.now);
      ({ indoors: this.indoors, freshAir: this.freshAir } = inside(this.#population));
      for (const device of this.#population.house) device.model.observe?.(device, this);
      this.#balance();
    }
  }

  #balance(): void {
    this.#unbalanced = false;
    for (const device of this.#population.store) device.model.observe?.(device, this);
    for (const device of this.#population.meter) device.model.observe?.(device, this);
  }

  #turn(index: number): void {
    this.#options.plan(nextTurn(this.now, index), [`turn ${index}`, '']);
    const supply = { weather: this.weather, freshAir: this.freshAir, warmWater: hasWarmWater(this.#population) };
    for (const room of this.#turns[index] ?? []) {
      room.move(this.now, supply);
      for (const device of room.devices) {
        if (device.model.part === undefined) device.model.observe?.(device, this);
      }
    }
  }
}
