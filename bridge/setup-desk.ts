import { randomBytes } from 'node:crypto';
import {
  asAddress,
  asFingerprint,
  type Controller,
  faultOfAddress,
  faultOfFingerprint,
  faultOfName,
  faultOfToken,
} from './controller.ts';
import type { ControllersFile } from './controllers-file.ts';
import { fingerprintAt } from './dial.ts';
import { LIMITS } from './limits.ts';
import { problemOf } from './problem.ts';
import { Session } from './session.ts';
import type { Field, View } from './setup-view.ts';

/** What comes of a form: something is done, must be mended, or has to be confirmed first. */
export type Outcome =
  | { readonly note: string }
  | { readonly error: NonNullable<View['error']>; readonly typed?: NonNullable<View['typed']> }
  | { readonly unconfirmed: NonNullable<View['unconfirmed']> };

type Form = ReadonlyMap<string, string>;

/** What the setup page can do. A controller is kept only once it has answered. */
export class SetupDesk {
  readonly #file: ControllersFile;
  readonly #chosen: (name: string) => Promise<unknown>;
  readonly #unconfirmed = new Map<string, { readonly controller: Controller; readonly since: number }>();

  /** `chosen` selects a controller, for whoever this page belongs to. */
  constructor(file: ControllersFile, chosen: (name: string) => Promise<unknown>) {
    this.#file = file;
    this.#chosen = chosen;
  }

  readonly actions: Readonly<Record<string, (form: Form) => Promise<Outcome>>> = {
    '/add': (form) => this.#add(form),
    '/confirm': (form) => this.#confirm(form),
    '/rename': (form) => this.#rename(form),
    '/token': (form) => this.#renew(form),
    '/remove': (form) => this.#remove(form),
    '/select': (form) => this.#select(form),
  };

  async #add(form: Form): Promise<Outcome> {
    const name = (form.get('name') ?? '').trim();
    const address = asAddress(form.get('address') ?? '');
    const token = (form.get('token') ?? '').trim();
    const fingerprint = (form.get('fingerprint') ?? '').trim();
    const typed = { name, address: form.get('address') ?? '', fingerprint };
    const wrong = (field: Field, text: string): Outcome => ({ error: { text, field }, typed });

    const faults: readonly (readonly [Field, string | undefined])[] = [
      ['name', faultOfName(name) ?? (this.#find(name) ? 'has a name that another one has already' : undefined)],
      ['address', faultOfAddress(address)],
      ['token', faultOfToken(token)],
      ['fingerprint', fingerprint === '' ? undefined : faultOfFingerprint(fingerprint)],
    ];
    for (const [field, fault] of faults) if (fault !== undefined) return wrong(field, `The controller ${fault}.`);

    const secure = address.startsWith('https:');
    const expected = asFingerprint(fingerprint);
    const controller: Controller = {
      name,
      address,
      token,
      ...(secure && expected !== undefined ? { fingerprint: expected } : {}),
    };
    if (!secure || expected !== undefined) return this.#keep(controller, typed);
    try {
      const seen = await fingerprintAt(address);
      return { unconfirmed: { id: this.#remember({ ...controller, fingerprint: seen }), name, address, seen } };
    } catch (error) {
      return wrong('address', `Not added: ${problemOf(controller, error).message}.`);
    }
  }

  async #confirm(form: Form): Promise<Outcome> {
    const id = form.get('id') ?? '';
    const waiting = this.#unconfirmed.get(id);
    this.#unconfirmed.delete(id);
    if (waiting === undefined || performance.now() - waiting.since > LIMITS.unconfirmedSeconds.value * 1_000) {
      return { error: { text: 'That took too long: add the controller once more.' } };
    }
    const { name, address } = waiting.controller;
    return this.#keep(waiting.controller, { name, address });
  }

  async #rename(form: Form): Promise<Outcome> {
    const name = form.get('name') ?? '';
    const to = (form.get('to') ?? '').trim();
    const fault =
      faultOfName(to) ?? (to !== name && this.#find(to) ? 'has a name that another one has already' : undefined);
    if (fault !== undefined) return { error: { text: `Not renamed: the controller ${fault}.` } };
    return this.#change(name, `“${name}” is now called “${to}”.`, (entry, draft) => {
      if (draft.selected === name) draft.selected = to;
      entry.name = to;
    });
  }

  async #renew(form: Form): Promise<Outcome> {
    const name = form.get('name') ?? '';
    const token = (form.get('token') ?? '').trim();
    const controller = this.#find(name);
    const fault = faultOfToken(token);
    if (fault !== undefined) return { error: { text: `Not kept: the controller ${fault}.` } };
    if (controller === undefined) return gone(name);
    try {
      await test({ ...controller, token });
    } catch (error) {
      return { error: { text: `Not kept: ${problemOf(controller, error).message}.` } };
    }
    return this.#change(name, `“${name}” answers, and has its new token.`, (entry) => {
      entry.token = token;
    });
  }

  async #remove(form: Form): Promise<Outcome> {
    const name = form.get('name') ?? '';
    return this.#change(name, `“${name}” is removed.`, (entry, draft) => {
      draft.controllers.splice(draft.controllers.indexOf(entry), 1);
      if (draft.selected === name) delete draft.selected;
    });
  }

  async #select(form: Form): Promise<Outcome> {
    const name = form.get('name') ?? '';
    if (this.#find(name) === undefined) return gone(name);
    await this.#chosen(name);
    return { note: `“${name}” is selected.` };
  }

  async #keep(controller: Controller, typed: NonNullable<View['typed']>): Promise<Outcome> {
    let answered: string;
    try {
      answered = await test(controller);
    } catch (error) {
      const { trouble, message } = problemOf(controller, error);
      const field = trouble === 'token' ? 'token' : trouble === 'certificate' ? 'fingerprint' : 'address';
      return { error: { text: `Not added: ${message}.`, field }, typed };
    }
    const { name } = controller;
    return this.#file.change((draft): Outcome => {
      if (draft.controllers.some((each) => each.name === name)) {
        return { error: { text: 'The controller has a name that another one has already.', field: 'name' }, typed };
      }
      draft.controllers.push({ ...controller });
      return { note: `“${name}” is added: ${answered} answers.` };
    });
  }

  #find(name: string): Controller | undefined {
    return this.#file.read().all.find((each) => each.name === name);
  }

  #change(
    name: string,
    note: string,
    edit: (entry: Draft['controllers'][number], draft: Draft) => void,
  ): Promise<Outcome> {
    return this.#file.change((draft) => {
      const entry = draft.controllers.find((each) => each.name === name);
      if (entry === undefined) return gone(name);
      edit(entry, draft);
      return { note };
    });
  }

  #remember(controller: Controller): string {
    const id = randomBytes(16).toString('hex');
    this.#unconfirmed.set(id, { controller, since: performance.now() });
    for (const oldest of this.#unconfirmed.keys()) {
      if (this.#unconfirmed.size <= LIMITS.unconfirmed.value) break;
      this.#unconfirmed.delete(oldest);
    }
    return id;
  }
}

type Draft = Parameters<Parameters<ControllersFile['change']>[0]>[0];

const gone = (name: string): Outcome => ({ error: { text: `There is no controller “${name}” any more.` } });

/** Opens a session and closes it again; answers who was there. Throws a `Problem`. */
const test = async (controller: Controller): Promise<string> => {
  const session = await Session.open(controller, {
    capabilities: {},
    onRequest: () => Promise.reject(new Error('nobody is here to answer')),
    onNotification: () => {},
  });
  const { server } = session;
  void session.retire();
  return server === undefined ? 'it' : `${server.name} ${server.version}`;
};
