import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from '../../twin/index.ts';
import { building, switches } from './building.ts';
import { Client, OWNER } from './client.ts';
import { CommandWatch } from './command-watch.ts';
import { HouseProcess } from './house-process.ts';
import { judge, type LifeRecord, LOOKS_LEAST, type SoakRecord, type Verdict } from './laws.ts';
import { Ledger } from './ledger.ts';
import { compareCounters, live, type Use } from './life.ts';
import { KnxGateway } from './peers/knx-gateway.ts';
import { ModbusDevice } from './peers/modbus-device.ts';
import { MqttBroker } from './peers/mqtt-broker.ts';
import type { SoakSettings } from './settings.ts';
import { Trouble } from './trouble.ts';

/** Told of everything that happens, as it happens. */
export type Note = (event: string, more?: object) => void;

export interface SoakResult {
  readonly record: SoakRecord;
  readonly verdicts: readonly Verdict[];
  /** Virtual days that passed in the house. */
  readonly days: number;
}

/** Runs a house through its lives on misbehaving buses, and judges what was seen. */
export const soak = async (settings: SoakSettings, note: Note): Promise<SoakResult> => {
  const run = await SoakRun.begin(settings, note);
  try {
    await run.allLives();
  } finally {
    await run.end();
  }
  const record = run.record();
  const verdicts = judge(record, settings);
  for (const verdict of verdicts) note('verdict', verdict);
  return { record, verdicts, days: run.days };
};

class SoakRun {
  readonly #settings: SoakSettings;
  readonly #note: Note;
  readonly #data: string;
  readonly #file: string;
  readonly #knx = new KnxGateway();
  readonly #line = new ModbusDevice([1, 2]);
  readonly #broker = new MqttBroker();
  readonly #trouble: Trouble;
  readonly #ledger: Ledger;
  readonly #watch: CommandWatch;
  readonly #dice: (sides: number) => number;
  readonly #stuck: string[] = [];
  readonly #told = new Map<string, number>();
  readonly #lives: LifeRecord[] = [];
  #counter = 0;
  /** How far the clock of the house's machine is ahead, in ms. */
  #ahead = 0;
  #lastTick = performance.now();

  private constructor(settings: SoakSettings, note: Note) {
    this.#settings = settings;
    this.#note = note;
    this.#data = join(settings.folder, 'data');
    this.#file = join(settings.folder, 'controller.yaml');
    const chance = random(settings.seed);
    this.#dice = (sides) => Math.floor(chance.next() * sides);
    this.#trouble = new Trouble([this.#knx, this.#line, this.#broker], this.#dice);
    this.#ledger = new Ledger((sentence) => note('refused', { sentence }));
    const isMissed = settings.spoil.includes('stuck');
    const journal = join(this.#data, 'journal');
    this.#watch = new CommandWatch(
      journal,
      switches.map(({ cid }) => cid),
      settings.commandWithin,
      (cid) => !isMissed || !cid.startsWith('C2'),
    );
  }

  static async begin(settings: SoakSettings, note: Note): Promise<SoakRun> {
    mkdirSync(settings.folder, { recursive: true });
    const run = new SoakRun(settings, note);
    for (const peer of [run.#knx, run.#line, run.#broker]) await peer.open();
    const ports = { knx: run.#knx.port, line: run.#line.port, broker: run.#broker.port };
    writeFileSync(run.#file, building(ports));
    return run;
  }

  get days(): number {
    return this.#ahead / 86_400_000;
  }

  /** Short lives in an order of chance, then the long one. Ends early where the house does not start any more. */
  async allLives(): Promise<void> {
    const { seconds, kills, stops, longLife } = this.#settings;
    const ends = [...Array<'kill'>(kills).fill('kill'), ...Array<'stop'>(stops).fill('stop')];
    for (let index = ends.length - 1; index > 0; index -= 1) {
      const other = this.#dice(index + 1);
      [ends[index], ends[other]] = [ends[other] as 'kill', ends[index] as 'kill'];
    }
    const short = ends.length === 0 ? 0 : (seconds * (1 - longLife)) / ends.length;
    for (const end of ends) if (!(await this.#life(end, short * (0.5 + this.#dice(100) / 100), false))) return;
    await this.#life('stop', seconds * longLife, true);
  }

  async end(): Promise<void> {
    this.#trouble.end();
    for (const peer of [this.#knx, this.#line, this.#broker]) await peer.close().catch(() => undefined);
    this.#note('trouble', Object.fromEntries(this.#trouble.done));
  }

  record(): SoakRecord {
    return {
      lives: this.#lives,
      lost: this.#ledger.lost,
      stuck: [...this.#watch.stuck, ...this.#stuck],
      acknowledged: this.#ledger.acknowledged,
      commands: this.#watch.commands,
    };
  }

  async #life(end: 'kill' | 'stop', seconds: number, isLast: boolean): Promise<boolean> {
    const { spoil, startWithin } = this.#settings;
    const number = this.#lives.length + 1;
    const before = join(this.#settings.folder, 'data-before');
    if (spoil.includes('lost') && number > 1) cpSync(this.#data, before, { recursive: true });
    if (spoil.includes('refused') && isLast) damage(this.#data);
    this.#lastTick = performance.now();
    const house = await HouseProcess.start({
      file: this.#file,
      environment: { SOAK_PASSWORD: OWNER.password },
      ahead: this.#ahead,
      // One that is late is late; only one that does not come at all is given up.
      within: Math.max(60, 3 * startWithin),
      spoil: spoil.filter((fault) => isLast || fault === 'slow-stop'),
    }).catch((error: Error) => error);
    if (house instanceof Error) {
      this.#lives.push({ ...NO_LIFE, number, refusal: house.message });
      this.#note('refused start', { number, why: house.message });
      return false;
    }
    this.#note('start', { number, seconds: house.startedIn });
    await this.#compare(house, number);
    const looks = await live(house, this.#use(), { seconds, looksLeast: isLast ? LOOKS_LEAST : 0 });
    const hasDied = !house.isAlive;
    const stoppedIn = hasDied ? null : end === 'stop' ? await house.stop() : null;
    if (end === 'kill') await house.kill();
    this.#watch.end(performance.now());
    const { startedIn, status } = house;
    this.#lives.push({ number, startedIn, refusal: null, end: hasDied ? 'died' : end, stoppedIn, status, looks });
    this.#note(hasDied ? 'died' : end, { number, seconds: stoppedIn, status, log: house.log.slice(-5) });
    if (spoil.includes('lost') && end === 'kill' && number > 1) {
      rmSync(this.#data, { recursive: true });
      cpSync(before, this.#data, { recursive: true });
      this.#watch.startAnew();
    }
    rmSync(before, { recursive: true, force: true });
    return true;
  }

  async #compare(house: HouseProcess, number: number): Promise<void> {
    const client = new Client(house.http, this.#settings.callWithin, (sentence) => this.#stuck.push(sentence));
    await client.logIn();
    if (number === 1) await this.#ledger.begin(client);
    else {
      await this.#ledger.compare(client, `after start ${number}`);
      await compareCounters(client, this.#told, this.#ledger.lost, `after start ${number}`);
    }
    client.close();
  }

  #use(): Use {
    return {
      ...{ settings: this.#settings, ledger: this.#ledger, watch: this.#watch, told: this.#told, stuck: this.#stuck },
      ...{ dice: this.#dice, note: this.#note },
      trouble: () => this.#trouble.next(),
      count: () => {
        this.#counter += 1;
        this.#broker.tell('counter', String(this.#counter));
        for (const registers of this.#line.registers.values()) registers[20] = this.#counter % 65_536;
        this.#knx.tell(0x0c00 + 1 + this.#dice(6), this.#dice(2) === 0);
      },
      tick: (house) => {
        const now = performance.now();
        this.#ahead += (now - this.#lastTick) * (this.#settings.speed - 1);
        this.#lastTick = now;
        house.setAhead(this.#ahead);
      },
    };
  }
}

const NO_LIFE = { startedIn: null, end: 'died', stoppedIn: null, status: null, looks: [] } as const;

/** Overwrites the middle of the store. */
const damage = (data: string): void => {
  for (const name of readdirSync(data)) {
    const path = join(data, name);
    if (statSync(path).isFile() && /sqlite|\.db$/.test(name)) writeFileSync(path, 'this is no store any more');
  }
};
