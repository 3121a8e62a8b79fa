import { Encoded } from '../../call.ts';
import type { AssistantContext } from '../assistant-context.ts';
import type { Catalogue, Described, KeptCatalogue } from './catalogue.ts';
import type { ComponentAnswer, Present, PresentEntry, Scene } from './records.ts';
import { CODE, ToolFault } from './tool-fault.ts';

/** The house as one session sees it: everything comes from the calls of the interface. */
export class HouseReader {
  readonly #context: AssistantContext;
  readonly #catalogue: KeptCatalogue;

  constructor(context: AssistantContext, catalogue: KeptCatalogue) {
    this.#context = context;
    this.#catalogue = catalogue;
  }

  /** The answer of a call; a refusal is thrown as a fault. */
  readonly ask = async <Result>(call: string, input: object = {}): Promise<Result> => {
    const answer = await this.#context.ask(call, input);
    if (!answer.ok) throw new ToolFault(answer.body.errorCode, answer.body.errorText);
    const { result } = answer;
    return (result instanceof Encoded ? result.value() : result) as Result;
  };

  catalogue(): Promise<Catalogue> {
    return this.#catalogue.get(this.ask);
  }

  /** The scenes as they are now, with how each ended the last time. */
  scenes(): Promise<readonly Scene[]> {
    return this.ask<readonly Scene[]>('getScenes');
  }

  /** The present values of a component, in the order of its properties, all at one instant. */
  present({ cid, properties }: Pick<Described, 'cid' | 'properties'>): Promise<readonly PresentEntry[]> {
    return Promise.all(
      properties.map(async ({ property }) => {
        const { value, content, lastUpdate } = await this.ask<Present>('getComponentData', { cid, property });
        return { property, value, content, lastUpdate };
      }),
    );
  }

  /** The present values of several components, by cid. */
  async presentOf(components: readonly Described[]): Promise<ReadonlyMap<string, readonly PresentEntry[]>> {
    if (components.length > FEW) {
      const all = await this.ask<readonly ComponentAnswer[]>('getAllComponents');
      return new Map(all.map(({ cid, data }) => [cid, data]));
    }
    const each = components.map(async (one) => [one.cid, await this.present(one)] as const);
    return new Map(await Promise.all(each));
  }

  /** Seconds since an instant of the house's time; `null` for never. */
  ageOf(lastUpdate: string | null): number | null {
    if (lastUpdate === null) return null;
    return Math.max(0, Math.round((this.#context.clock.now() - Date.parse(lastUpdate)) / 1_000));
  }

  /** Refuses what a session that may only read must not do. */
  demandWrite(): void {
    if (this.#context.readOnly()) throw new ToolFault(CODE.refused, 'this token may only read');
  }
}

/** More components than this are read in one call. */
const FEW = 50;
