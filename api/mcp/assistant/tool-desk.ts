import { type CallToolResult, ErrorCode, type Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { AssistantContext } from '../assistant-context.ts';
import type { HouseReader } from './house-reader.ts';
import { demandFitting } from './input-faults.ts';
import { LIMITS } from './limits.ts';
import { invalidParams, ProtocolFault } from './protocol-fault.ts';
import type { SkillsOff } from './skills-off.ts';
import { ANNOTATIONS, type Tool, type ToolWork } from './tool.ts';
import { CODE, ToolFault } from './tool-fault.ts';
import { TOOLS } from './tools/index.ts';

export interface ToolDeskOptions {
  readonly house: HouseReader;
  readonly context: AssistantContext;
  readonly skillsOff: SkillsOff;
  readonly say: ToolWork['say'];
  /** Where faults of our own go. */
  readonly fault: (error: unknown) => void;
}

/** Lists the tools that a session may use, and runs them. */
export class ToolDesk {
  readonly #options: ToolDeskOptions;
  #underWay = 0;

  constructor(options: ToolDeskOptions) {
    this.#options = options;
  }

  async list(): Promise<ListedTool[]> {
    const off = await this.#options.skillsOff();
    const readOnly = this.#options.context.readOnly();
    return [...TOOLS.values()]
      .filter(({ skill, effect }) => !(skill && off.has(skill)) && !(readOnly && effect !== 'reads'))
      .map(({ name }) => LISTED.get(name))
      .filter((tool) => tool !== undefined);
  }

  async call(
    { name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
    waiting: Pick<ToolWork, 'signal' | 'progress'>,
  ): Promise<CallToolResult> {
    const tool = TOOLS.get(name);
    if (tool === undefined) throw invalidParams(`Unknown tool: ${name.slice(0, 100)}`);
    if (this.#underWay >= LIMITS.toolCallsUnderWay.value) {
      return failure(new ToolFault(CODE.time, 'too many tools are running in this session: wait for one to end'));
    }
    this.#underWay += 1;
    try {
      return success(await this.#run(tool, input, waiting));
    } catch (error) {
      if (error instanceof ToolFault) return failure(error);
      this.#options.fault(error);
      throw new ProtocolFault(ErrorCode.InternalError, 'the tool failed; what it was to do may have been done');
    } finally {
      this.#underWay -= 1;
    }
  }

  #run(tool: Tool, input: Record<string, unknown>, waiting: Pick<ToolWork, 'signal' | 'progress'>): Promise<object> {
    const { house, context, say } = this.#options;
    if (tool.effect !== 'reads' && context.readOnly()) {
      throw new ToolFault(CODE.refused, `${tool.name} changes something, and this token may only read`);
    }
    demandFitting(tool.input, input);
    return tool.run({ house, context, say, ...waiting }, input);
  }
}

/** The data as such, and the same JSON as text for those who read only that. */
const success = (answer: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer as Record<string, unknown>,
});

const failure = ({ code, message, field, nearest }: ToolFault): CallToolResult => {
  const said = { code, message, ...(field !== undefined && { field }), ...(nearest.length > 0 && { nearest }) };
  return { content: [{ type: 'text', text: JSON.stringify(said) }], isError: true };
};

const listed = ({ name, means, effect, input, output }: Tool): ListedTool => ({
  name,
  description: means,
  // Without what only TypeBox needs to know.
  inputSchema: JSON.parse(JSON.stringify(input)) as ListedTool['inputSchema'],
  outputSchema: JSON.parse(JSON.stringify(output)) as NonNullable<ListedTool['outputSchema']>,
  annotations: ANNOTATIONS[effect],
});

const LISTED: ReadonlyMap<string, ListedTool> = new Map([...TOOLS.values()].map((tool) => [tool.name, listed(tool)]));
