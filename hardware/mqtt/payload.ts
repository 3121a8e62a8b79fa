/** What arrived on a topic; read once, for however many points it is. */
export class Payload {
  /** As text; `undefined` where the bytes are no UTF-8. */
  readonly text: string | undefined;
  #json: unknown;
  #isParsed = false;

  constructor(bytes: Uint8Array) {
    try {
      this.text = UTF_8.decode(bytes);
    } catch {
      this.text = undefined;
    }
  }

  /** The payload as JSON; `undefined` if it is none. */
  json(): unknown {
    if (!this.#isParsed) {
      this.#isParsed = true;
      this.#json = this.text === undefined ? undefined : jsonOf(this.text);
    }
    return this.#json;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
