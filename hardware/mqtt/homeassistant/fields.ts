import { fieldOfTemplate, type ObjectTemplate, objectOfTemplate } from './template.ts';

/** Something in an announcement that is not understood; the message is for the operator. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/** Where a command goes, and into which object. */
type Told = { readonly topic: string } & Partial<ObjectTemplate>;

/** The fields of an announcement, each as what it has to be. */
export class Fields {
  readonly #fields: ReadonlyMap<string, unknown>;

  constructor(fields: ReadonlyMap<string, unknown>) {
    this.#fields = fields;
  }

  has(name: string): boolean {
    const value = this.#fields.get(name);
    return value !== undefined && value !== null;
  }

  /** A topic that can be subscribed to and published on as it stands. */
  topic(name: string): string {
    const topic = this.#fields.get(name);
    if (typeof topic !== 'string') throw new NotUnderstood(`it has no ${name}`);
    if (!TOPIC.test(topic) || topic.includes('\0')) throw new NotUnderstood(`its ${name} is no topic without + and #`);
    return topic;
  }

  /** The field of the payload that a template takes; empty for the payload itself. */
  path(template: string): string {
    if (!this.has(template)) return '';
    const text = this.#fields.get(template);
    const path = typeof text === 'string' ? fieldOfTemplate(text) : undefined;
    if (path === undefined) throw new NotUnderstood(`its ${template} is more than {{ value_json.… }}`);
    return path;
  }

  /** A state: its topic, and where in the payload it stands. */
  state(topic: string, template: string): { readonly topic: string; readonly path?: string } {
    const path = this.path(template);
    return { topic: this.topic(topic), ...(path !== '' && { path }) };
  }

  /** A command, as long as it is no program; `undefined` if there is none. `names`: what the value is called in the template. */
  command(topic: string, template: string, told: 'number' | 'text', names = ['value']): Told | undefined {
    if (!this.has(topic)) return undefined;
    const text = this.#fields.get(template) ?? '{{ value }}';
    if (typeof text === 'string' && names.includes(/^\s*\{\{-?\s*(\w+)\s*-?\}\}\s*$/.exec(text)?.[1] ?? '')) {
      return { topic: this.topic(topic) };
    }
    const object = typeof text === 'string' ? objectOfTemplate(text, names, told === 'text') : undefined;
    if (object === undefined) {
      throw new NotUnderstood(`its ${template} is more than {{ value }}, or than a JSON object with it`);
    }
    return { topic: this.topic(topic), ...object };
  }

  /** A payload or a word; numbers and truth values are written as text. `undefined` if there is none. */
  text(name: string): string | undefined {
    const value = this.#fields.get(name);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') throw new NotUnderstood(`its ${name} is no text`);
    return String(value);
  }

  number(name: string, otherwise: number): number {
    const value = this.#fields.get(name) ?? otherwise;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new NotUnderstood(`its ${name} is no number`);
    return value;
  }

  rows(name: string): readonly ReadonlyMap<string, unknown>[] {
    const value = this.#fields.get(name) ?? [];
    if (!Array.isArray(value)) throw new NotUnderstood(`its ${name} is no list`);
    return value.map((each) => new Map(Object.entries(each as object)));
  }
}

const TOPIC = /^[^+#]{1,512}$/;
