import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js';
import type { Static, TObject } from '@sinclair/typebox';
import type { AssistantContext } from '../assistant-context.ts';
import type { HouseReader } from './house-reader.ts';

/** What a tool has at hand when it runs. */
export interface ToolWork {
  readonly house: HouseReader;
  readonly context: AssistantContext;
  /** The client waits no longer. */
  readonly signal: AbortSignal;
  /** Tells how far it is; `undefined` if the client did not ask to be told. */
  readonly progress: ((done: number, total: number, message: string) => void) | undefined;
  /** A message to the log of the client. */
  readonly say: (level: LoggingLevel, message: string) => void;
}

/** One tool: a row, from which list, checks and documentation are derived. */
export interface Tool<In extends TObject = TObject, Out extends TObject = TObject> {
  /** Noun, then verb. */
  readonly name: string;
  /** What it does, and what it does not: all that an assistant reads before it uses it. */
  readonly means: string;
  readonly effect: Effect;
  /** The skill that it belongs to: without it, the tool is not there. */
  readonly skill?: 'automations';
  readonly input: In;
  readonly output: Out;
  /** Throws `ToolFault` for what the assistant can mend. */
  run(work: ToolWork, input: Static<In>): Promise<Static<Out>>;
}

/** What a tool does to the house. `sets`: what was there before is no more; `adds`: something new, and nothing else changes. */
export type Effect = 'reads' | 'adds' | 'sets' | 'sets-repeatably';

/** The annotations of each effect. The house is a closed world: no tool reaches anything outside. */
export const ANNOTATIONS = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  sets: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  'sets-repeatably': { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const satisfies Record<Effect, object>;

/** Types a row of the table of tools. */
export const defineTool = <In extends TObject, Out extends TObject>(tool: Tool<In, Out>): Tool<In, Out> => tool;
