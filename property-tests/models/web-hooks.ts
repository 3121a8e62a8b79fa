/** What a webhook was to send. */
interface Sent {
  readonly content: string;
  /** It waited when nobody wanted it any more: it may have been sent or not. */
  uncertain: boolean;
}

interface ModelHook {
  readonly cid: string;
  enabled: boolean;
  readonly sent: Sent[];
}

/** Webhooks as the specification has them: an enabled one sends each change of what it watches, once and in order. */
export class WebHookModel {
  readonly #hooks = new Map<number, ModelHook>();
  readonly #contents = new Map<string, number>();
  #isOn = true;

  report(cid: string, content: number): void {
    const before = this.#contents.get(cid);
    this.#contents.set(cid, content);
    if (before === content || !this.#isOn) return;
    for (const hook of this.#hooks.values()) {
      if (hook.enabled && hook.cid === cid) hook.sent.push({ content: String(content), uncertain: false });
    }
  }

  add(id: number, cid: string, enabled: boolean): void {
    this.#hooks.set(id, { cid, enabled, sent: [] });
  }

  enable(id: number, enabled: boolean): void {
    const hook = this.#hooks.get(id);
    if (hook === undefined || hook.enabled === enabled) return;
    hook.enabled = enabled;
    if (!enabled) drop(hook);
  }

  /** It stays here, so that whatever it sends from now on is noticed. */
  remove(id: number): void {
    this.enable(id, false);
  }

  skill(isOn: boolean): void {
    if (this.#isOn && !isOn) for (const hook of this.#hooks.values()) drop(hook);
    this.#isOn = isOn;
  }

  /** What is wrong with what the receivers were told, in the order in which they were; `null` for nothing. */
  objectionTo(told: readonly { readonly id: number; readonly content: string | null }[]): string | null {
    for (const [id, { sent }] of this.#hooks) {
      const heard = told.filter((one) => one.id === id).map(({ content }) => content);
      let next = 0;
      for (const { content, uncertain } of sent) {
        if (heard[next] === content) next += 1;
        else if (!uncertain) return `webhook ${id} did not send ${content}, but ${heard[next] ?? 'nothing'}`;
      }
      if (next < heard.length) return `webhook ${id} sent ${heard[next]}, which nobody asked for`;
    }
    return null;
  }

  /** Everything that was to be sent has been. */
  settled(): void {
    for (const { sent } of this.#hooks.values()) for (const one of sent) if (!one.uncertain) Object.freeze(one);
  }
}

const drop = ({ sent }: ModelHook): void => {
  for (const one of sent) if (!Object.isFrozen(one)) one.uncertain = true;
};
