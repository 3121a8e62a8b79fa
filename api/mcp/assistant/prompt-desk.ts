import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/sdk/types.js';
import type { Prompt, PromptWork } from './prompt.ts';
import { PROMPTS } from './prompts/index.ts';
import { invalidParams } from './protocol-fault.ts';
import type { SkillsOff } from './skills-off.ts';
import { ToolFault } from './tool-fault.ts';

/** Lists the prompts of a session, and writes them. */
export class PromptDesk {
  readonly #work: PromptWork;
  readonly #skillsOff: SkillsOff;

  constructor(work: PromptWork, skillsOff: SkillsOff) {
    this.#work = work;
    this.#skillsOff = skillsOff;
  }

  async list(): Promise<ListedPrompt[]> {
    return (await this.available()).map(listed);
  }

  /** Those that this session may use now. */
  async available(): Promise<readonly Prompt[]> {
    const off = await this.#skillsOff();
    const readOnly = this.#work.context.readOnly();
    return [...PROMPTS.values()].filter(
      ({ skill, writes = false }) => !(skill && off.has(skill)) && !(writes && readOnly),
    );
  }

  async get(name: string, given: Readonly<Record<string, string>> = {}): Promise<GetPromptResult> {
    const prompt = (await this.available()).find((one) => one.name === name);
    if (prompt === undefined) throw invalidParams(`Unknown prompt: ${name.slice(0, 100)}`);
    for (const [argument, { required }] of Object.entries(prompt.arguments)) {
      if (required && (given[argument] ?? '').trim() === '') throw invalidParams(`Missing argument: ${argument}`);
    }
    const foreign = Object.keys(given).find((argument) => !Object.hasOwn(prompt.arguments, argument));
    if (foreign !== undefined) throw invalidParams(`Unknown argument: ${foreign.slice(0, 100)}`);
    const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
    try {
      return { description: prompt.means, messages: [...(await prompt.write(this.#work, filled))] };
    } catch (error) {
      throw error instanceof ToolFault ? invalidParams(error.message, { nearest: error.nearest }) : error;
    }
  }
}

const listed = ({ name, title, means, arguments: all }: Prompt): ListedPrompt => ({
  name,
  title,
  description: means,
  arguments: Object.entries(all).map(([argument, { means: description, required = false }]) => ({
    name: argument,
    description,
    required,
  })),
});
