import type { Result, Tool } from '@modelcontextprotocol/sdk/types.js';
import { LIMITS } from './limits.ts';
import type { Relay } from './relay.ts';
import type { Selection } from './selection.ts';

/** Opens the setup page, unless it is open already. */
export type OpenSetup = () => Promise<{ readonly address: string; readonly opened: boolean }>;

/** What the tools of the bridge itself work with. */
export interface Desk {
  readonly selection: Selection;
  readonly relay: Relay;
  readonly openSetup: OpenSetup;
}

const NOTHING = { type: 'object' as const, properties: {}, additionalProperties: false };
const PROBLEM = { type: 'string', description: 'why it does not answer' };

/** The tools of the bridge itself: they work whether or not a controller does. */
export const OWN_TOOLS: readonly Tool[] = [
  {
    name: 'controller_list',
    title: 'List controllers',
    description:
      'Lists the building controllers that this bridge knows, and which of them is selected. All other tools work on that one.',
    inputSchema: NOTHING,
    outputSchema: {
      type: 'object',
      properties: {
        controllers: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, address: { type: 'string' }, selected: { type: 'boolean' } },
            required: ['name', 'address', 'selected'],
          },
        },
      },
      required: ['controllers'],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: 'controller_select',
    title: 'Select a controller',
    description:
      'Selects the controller that all other tools, resources and prompts belong to from now on; their lists change with it. Remembered for the next start.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', description: 'a name as in controller_list' } },
      required: ['name'],
      additionalProperties: false,
    },
    outputSchema: standing('selected'),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: 'controller_current',
    title: 'Which controller is selected',
    description: 'Says which controller is selected, and asks it whether it answers.',
    inputSchema: NOTHING,
    outputSchema: standing('selected'),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: 'controller_setup',
    title: 'Open the setup page',
    description:
      'Opens the page on this computer on which a person adds, renames and removes controllers, and answers its address. Tokens are entered there, never in a conversation.',
    inputSchema: NOTHING,
    outputSchema: {
      type: 'object',
      properties: {
        address: { type: 'string' },
        opened: { type: 'boolean', description: 'whether a browser was asked to show it' },
      },
      required: ['address', 'opened'],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
];

export const isOwnTool = (name: unknown): boolean => OWN_TOOLS.some((tool) => tool.name === name);

/** What to do before anything else can be done. */
export const NONE_SELECTED =
  'no controller is set up: call controller_setup, or open the setup page, and add one with its address and token';

/** Runs one of our own tools. What goes wrong is its answer. */
export const runOwnTool = async (
  desk: Desk,
  name: unknown,
  args: Readonly<Record<string, unknown>>,
): Promise<Result> => {
  try {
    switch (name) {
      case 'controller_list':
        return list(desk);
      case 'controller_select':
        return await select(desk, args.name);
      case 'controller_current':
        return await current(desk);
      default:
        return await setup(desk);
    }
  } catch (error) {
    return failed((error as Error).message);
  }
};

/** An answer that says why there is none. */
export const failed = (text: string): Result => ({ isError: true, content: [{ type: 'text', text }] });

const list = ({ selection }: Desk): Result => {
  selection.reload();
  const controllers = selection
    .list()
    .map(({ name, address }) => ({ name, address, selected: name === selection.selected?.name }));
  const lines = controllers.map(
    ({ name, address, selected }) => `- ${name} (${address})${selected ? ', selected' : ''}`,
  );
  return answer({ controllers }, lines.length === 0 ? NONE_SELECTED : lines.join('\n'));
};

const select = async ({ selection, relay }: Desk, name: unknown): Promise<Result> => {
  if (typeof name !== 'string') return failed('controller_select needs a name: controller_list has them all');
  if (!(await selection.select(name))) {
    const names = selection.list().map((each) => `"${each.name}"`);
    return failed(
      `no controller is named "${name}"; there ${names.length === 0 ? 'is none' : `are ${names.join(', ')}`}`,
    );
  }
  await relay.ready(LIMITS.connectSeconds.value);
  const { answers, problem } = relay.standing;
  const trouble = answers ? undefined : (problem ?? 'it has not answered yet');
  return answer(
    {
      selected: name,
      address: selection.selected?.address ?? '',
      answers,
      ...(trouble === undefined ? {} : { problem: trouble }),
    },
    trouble === undefined ? `"${name}" is selected and answers` : `"${name}" is selected, but: ${trouble}`,
  );
};

const current = async ({ selection, relay }: Desk): Promise<Result> => {
  selection.reload();
  const { selected, fault } = selection;
  if (selected === undefined) return fault === undefined ? answer({ answers: false }, NONE_SELECTED) : failed(fault);
  const { name, address } = selected;
  try {
    const milliseconds = Math.round((await relay.ping()) ?? 0);
    const server = relay.present?.server;
    const about = server === undefined ? {} : { server: { name: server.name, version: server.version } };
    return answer(
      {
        selected: name,
        address,
        answers: true,
        milliseconds,
        ...about,
        ...(fault === undefined ? {} : { problem: fault }),
      },
      `"${name}" (${address}) is selected and answers within ${milliseconds} ms${fault === undefined ? '' : `; but ${fault}`}`,
    );
  } catch (error) {
    const problem = (error as Error).message;
    return answer({ selected: name, address, answers: false, problem }, `"${name}" is selected, but: ${problem}`);
  }
};

const setup = async ({ openSetup }: Desk): Promise<Result> => {
  const page = await openSetup();
  return answer(
    { ...page },
    page.opened ? `The setup page is open: ${page.address}` : `Open ${page.address} in a browser on this computer`,
  );
};

const answer = (structuredContent: Record<string, unknown>, text: string): Result => ({
  content: [{ type: 'text', text }],
  structuredContent,
});

function standing(first: string): NonNullable<Tool['outputSchema']> {
  return {
    type: 'object',
    properties: {
      [first]: { type: 'string', description: 'its name; missing if none is selected' },
      address: { type: 'string' },
      answers: { type: 'boolean' },
      milliseconds: { type: 'integer', description: 'until it answered' },
      server: { type: 'object', properties: { name: { type: 'string' }, version: { type: 'string' } } },
      problem: PROBLEM,
    },
    required: ['answers'],
  };
}
