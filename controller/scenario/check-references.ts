import { isKeptForTokens } from '../../api/access/token-caller.ts';
import { DEVICE_SETTINGS, ROOM_SETTINGS, type SettingRow, type SettingRows } from '../../hardware/simulator/index.ts';
import { accepts, described } from '../../twin/index.ts';
import { checkHouse, type HouseNames, uniqueNames } from '../yaml/check-house.ts';
import type { Path } from '../yaml/yaml-source.ts';
import type { ScenarioFile } from './scenario-file.ts';
import type { ScenarioSource } from './scenario-source.ts';

/** Everything that a schema cannot see: what is named must exist, and fit where it is used. Throws the first fault. */
export function checkReferences(file: ScenarioFile, source: ScenarioSource): void {
  const fail = (path: Path, says: string): never => {
    throw source.fault(path, says);
  };
  const check = new Check(file, fail, checkHouse(file, fail));
  check.rooms();
  check.components();
  check.accounts();
  check.mcpTokens();
}

/** What is in a scenario beside the house itself. */
class Check {
  readonly #file: ScenarioFile;
  readonly #fail: (path: Path, says: string) => never;
  readonly #names: HouseNames;

  constructor(file: ScenarioFile, fail: (path: Path, says: string) => never, names: HouseNames) {
    this.#file = file;
    this.#fail = fail;
    this.#names = names;
  }

  rooms(): void {
    this.#file.rooms.forEach(({ id: _id, name: _name, zones: _zones, ...settings }, index) => {
      this.#settings(['rooms', index], 'a room', settings, ROOM_SETTINGS);
    });
  }

  components(): void {
    this.#file.components.forEach(({ type, device }, index) => {
      const path = ['components', index, 'device'];
      if (device) this.#settings(path, `a device of type ${type}`, device, DEVICE_SETTINGS[type] ?? {});
    });
  }

  accounts(): void {
    const { guest, accounts } = this.#file;
    if (guest) this.#levels(['guest'], guest);
    if (accounts === undefined) return;
    uniqueNames(['accounts'], 'username', accounts, this.#fail);
    accounts.forEach((account, index) => {
      if ((account.password === undefined) === (account.passwordHash === undefined)) {
        this.#fail(['accounts', index], 'has to have either password or passwordHash; write one of the two');
      }
      if (isKeptForTokens(account.username)) {
        this.#fail(['accounts', index, 'username'], 'begins as the names of MCP tokens do; choose another one');
      }
      this.#levels(['accounts', index], account);
    });
    if (guest) this.#fail(['guest'], 'is about the default accounts, but accounts are named; take one of the two out');
    if (!accounts.some(({ group, enabled }) => group === 'admin' && enabled !== false)) {
      this.#fail(['accounts'], 'nobody could administer this house; add an account of the group admin');
    }
  }

  mcpTokens(): void {
    uniqueNames(['mcpTokens'], 'token', this.#file.mcpTokens ?? [], this.#fail);
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
    const { types } = this.#names;
    if (schema.type !== 'cids') {
      if (!accepts(schema, value))
        this.#fail(path, `${JSON.stringify(value)} does not fit; write ${described(schema)}`);
    } else if (Array.isArray(value)) {
      value.forEach((cid, index) => {
        if (!types.has(cid)) this.#fail([...path, index], `there is no component ${cid}; name one of this scenario`);
      });
    } else if (!schema.enum.includes(String(value))) {
      this.#fail(path, `${JSON.stringify(value)} does not fit; write ${schema.enum.join(', ')} or a list of cids`);
    }
  }

  #levels(path: Path, { rooms, scenes }: { readonly rooms?: object; readonly scenes?: object }): void {
    const check = (name: string, levels: object | undefined, known: ReadonlySet<string>) => {
      for (const id of Object.keys(levels ?? {})) {
        if (id !== '*' && !known.has(id)) {
          this.#fail([...path, `${name}s`, id], `there is no ${name} ${id}; write the identifier of one, or *`);
        }
      }
    };
    check('room', rooms, this.#names.rooms);
    check('scene', scenes, this.#names.scenes);
  }
}
