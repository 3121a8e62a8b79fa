import { DEVICE_SETTINGS, ROOM_SETTINGS, type SettingRow, type SettingRows } from '../../hardware/simulator/index.ts';
import { accepts, described, express, KINDS, kindOf } from '../../twin/index.ts';
import { perhaps } from '../command.ts';
import { automationFault } from './scenario-automations.ts';
import type { ScenarioFile } from './scenario-file.ts';
import type { Path, ScenarioSource } from './scenario-source.ts';

type Names = ReadonlySet<string>;

/** Everything that a schema cannot see: what is named must exist, and fit where it is used. Throws the first fault. */
export function checkReferences(file: ScenarioFile, source: ScenarioSource): void {
  const check = new Check(file, source);
  check.place();
  check.rooms();
  check.components();
  check.scenes();
  check.automations();
  check.accounts();
}

class Check {
  readonly #file: ScenarioFile;
  readonly #source: ScenarioSource;
  readonly #zones: Names;
  readonly #rooms: Names;
  readonly #scenes: Names;
  readonly #types = new Map<string, string>();

  constructor(file: ScenarioFile, source: ScenarioSource) {
    this.#file = file;
    this.#source = source;
    this.#zones = this.#unique(['zones'], 'id', file.zones);
    this.#rooms = this.#unique(['rooms'], 'id', file.rooms);
    this.#scenes = this.#unique(['scenes'], 'id', file.scenes);
    this.#unique(['components'], 'cid', file.components);
    for (const { cid, type } of file.components) this.#types.set(cid, type);
  }

  place(): void {
    try {
      new Intl.DateTimeFormat('en', { timeZone: this.#file.timeZone });
    } catch {
      this.#fail(['timeZone'], `${this.#file.timeZone} is no time zone; write one such as Europe/Berlin`);
    }
  }

  rooms(): void {
    this.#file.rooms.forEach(({ id: _id, name: _name, zones, ...settings }, index) => {
      this.#all(['rooms', index, 'zones'], 'zone', zones, this.#zones);
      this.#settings(['rooms', index], 'a room', settings, ROOM_SETTINGS);
    });
  }

  components(): void {
    this.#file.components.forEach(({ type, rooms, device }, index) => {
      const path = ['components', index];
      if (kindOf(type) === undefined) {
        const types = KINDS.map((kind) => kind.type);
        this.#fail(
          [...path, 'type'],
          `there is no kind ${type}; ${perhaps(type, types) || `write one of ${types.join(', ')}`}`,
        );
      }
      this.#all([...path, 'rooms'], 'room', rooms, this.#rooms);
      if (device) this.#settings([...path, 'device'], `a device of type ${type}`, device, DEVICE_SETTINGS[type] ?? {});
    });
  }

  scenes(): void {
    this.#file.scenes.forEach(({ rooms, steps }, index) => {
      this.#all(['scenes', index, 'rooms'], 'room', rooms, this.#rooms);
      steps.forEach((step, position) => {
        if ('cid' in step) this.#step(['scenes', index, 'steps', position], step);
      });
    });
  }

  automations(): void {
    const { automations = [] } = this.#file;
    this.#unique(['automations'], 'id', automations);
    automations.forEach((automation, index) => {
      const fault = automationFault(automation, this.#types, this.#scenes);
      if (fault !== null) this.#fail(['automations', index, ...fault.path], fault.says);
    });
  }

  accounts(): void {
    const { guest, accounts } = this.#file;
    if (guest) this.#levels(['guest'], guest);
    if (accounts === undefined) return;
    this.#unique(['accounts'], 'username', accounts);
    accounts.forEach((account, index) => {
      if ((account.password === undefined) === (account.passwordHash === undefined)) {
        this.#fail(['accounts', index], 'has to have either password or passwordHash; write one of the two');
      }
      this.#levels(['accounts', index], account);
    });
    if (guest) this.#fail(['guest'], 'is about the default accounts, but accounts are named; take one of the two out');
    if (!accounts.some(({ group, enabled }) => group === 'admin' && enabled !== false)) {
      this.#fail(['accounts'], 'nobody could administer this house; add an account of the group admin');
    }
  }

  #step(path: Path, { cid, property, value }: { cid: string; property: string; value: unknown }): void {
    const type = this.#types.get(cid);
    const kind = type === undefined ? undefined : kindOf(type);
    if (kind === undefined) this.#fail([...path, 'cid'], `there is no component ${cid}; name one of this scenario`);
    const row = Object.hasOwn(kind.properties, property) ? kind.properties[property] : undefined;
    const commandable = Object.keys(kind.properties).filter((name) => kind.properties[name]?.commandable);
    if (!row?.commandable) {
      const choice = commandable.length > 0 ? `${commandable.join(', ')} can be` : 'nothing of it can be';
      this.#fail([...path, 'property'], `${property} of a ${kind.type} cannot be commanded; ${choice}`);
    }
    if (express(row, value) === null) {
      this.#fail(
        [...path, 'value'],
        `${JSON.stringify(value)} does not fit ${property}; write ${described(row.value)}`,
      );
    }
  }

  #settings(path: Path, what: string, settings: Readonly<Record<string, unknown>>, rows: SettingRows): void {
    for (const [name, value] of Object.entries(settings)) {
      const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
      if (row === undefined) {
        const known = Object.keys(rows).join(', ') || 'none';
        this.#fail([...path, name], `is no setting of ${what}; there are: ${known}`);
      }
      this.#setting([...path, name], row, value);
    }
  }

  #setting(path: Path, { schema }: SettingRow, value: unknown): void {
    if (schema.type !== 'cids') {
      if (!accepts(schema, value))
        this.#fail(path, `${JSON.stringify(value)} does not fit; write ${described(schema)}`);
    } else if (Array.isArray(value)) {
      value.forEach((cid, index) => {
        if (!this.#types.has(cid))
          this.#fail([...path, index], `there is no component ${cid}; name one of this scenario`);
      });
    } else if (!schema.enum.includes(String(value))) {
      this.#fail(path, `${JSON.stringify(value)} does not fit; write ${schema.enum.join(', ')} or a list of cids`);
    }
  }

  #levels(path: Path, { rooms, scenes }: { readonly rooms?: object; readonly scenes?: object }): void {
    const check = (name: string, levels: object | undefined, known: Names) => {
      for (const id of Object.keys(levels ?? {})) {
        if (id !== '*' && !known.has(id)) {
          this.#fail([...path, `${name}s`, id], `there is no ${name} ${id}; write the identifier of one, or *`);
        }
      }
    };
    check('room', rooms, this.#rooms);
    check('scene', scenes, this.#scenes);
  }

  #all(path: Path, what: string, ids: readonly number[], known: Names): void {
    ids.forEach((id, index) => {
      if (!known.has(String(id))) this.#fail([...path, index], `there is no ${what} ${id}; add it or name another`);
    });
  }

  #unique<Key extends string>(path: Path, key: Key, rows: readonly Readonly<Record<Key, string | number>>[]): Names {
    const names = new Set<string>();
    rows.forEach((row, index) => {
      const name = String(row[key]);
      if (names.has(name)) this.#fail([...path, index, key], `${name} is taken; give each its own`);
      names.add(name);
    });
    return names;
  }

  #fail(path: Path, says: string): never {
    throw this.#source.fault(path, says);
  }
}
