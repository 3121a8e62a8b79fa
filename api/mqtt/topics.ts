/** The topics of one controller under the base of all: `<base>/<controller>/<cid>/<property>`, commands to `…/set`. */
export class Topics {
  readonly status: string;
  /** What is subscribed to for commands. */
  readonly commands: string;
  readonly #root: string;

  constructor(base: string, controller: string) {
    this.#root = `${base}/${slug(controller)}`;
    this.status = `${this.#root}/status`;
    this.commands = `${this.#root}/+/+/set`;
  }

  value(cid: string, property: string): string {
    return `${this.#root}/${cid}/${property}`;
  }

  /** Whether a topic is one of a value, and not the status or one of somebody else. */
  isValue(topic: string): boolean {
    return topic.startsWith(`${this.#root}/`) && topic !== this.status;
  }

  /** The point that a command is for; `undefined` for any other topic. */
  commanded(topic: string): { readonly cid: string; readonly property: string } | undefined {
    if (!topic.startsWith(`${this.#root}/`) || !topic.endsWith('/set')) return undefined;
    const [cid, property, ...rest] = topic.slice(this.#root.length + 1, -'/set'.length).split('/');
    if (cid === undefined || property === undefined || rest.length > 0) return undefined;
    return { cid, property };
  }
}

/** A name as one level of a topic: lower case letters and digits, joined by `-`. */
export const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'controller';
