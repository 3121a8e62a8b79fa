import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import type { AssistantContext } from '../assistant-context.ts';
import { KeptCatalogue } from './catalogue.ts';
import { complete } from './completions.ts';
import { HouseReader } from './house-reader.ts';
import { instructionsOf } from './instructions.ts';
import { ListWatch } from './list-watch.ts';
import { Messages } from './messages.ts';
import { progressOf } from './progress.ts';
import { PromptDesk } from './prompt-desk.ts';
import { Requests } from './requests.ts';
import { MIME_TYPE, Resources, TEMPLATES } from './resources.ts';
import { skillsOff } from './skills-off.ts';
import { Subscriptions } from './subscriptions.ts';
import { ToolDesk } from './tool-desk.ts';

/** The server of one session: all handlers are set; the door connects it to the transport. */
export interface Assistant {
  readonly server: Server;
  /** The token's rights or a skill may have changed: tells the client about lists that did. */
  look(): void;
  close(): void;
}

export const createAssistant = (context: AssistantContext): Assistant => {
  const { controller, configuration } = context;
  const server = new Server(
    { name: 'service-mcp', title: controller.name, version: controller.version },
    { capabilities: CAPABILITIES, instructions: instructionsOf(controller.name), jsonSchemaValidator: VALIDATOR },
  );
  /** Who is gone needs no notification. */
  const tell = (sent: Promise<void>): void => void sent.catch(() => undefined);
  const catalogue = KeptCatalogue.enter(configuration);
  const house = new HouseReader(context, catalogue);
  const off = skillsOff(house);
  const resources = new Resources(house, context);
  const prompts = new PromptDesk({ house, context, resources }, off);
  const messages = new Messages({
    context,
    house,
    send: (level, data) =>
      tell(server.notification({ method: 'notifications/message', params: { level, logger: 'house', data } })),
  });
  const tools = new ToolDesk({
    house,
    context,
    skillsOff: off,
    say: (level, message) => messages.say(level, message),
    fault: (error) => server.onerror?.(error instanceof Error ? error : new Error(String(error))),
  });
  const subscriptions = new Subscriptions({
    context,
    house,
    resources,
    updated: (uri) => tell(server.sendResourceUpdated({ uri })),
  });
  const lists = new ListWatch(
    context,
    {
      tools: async () => (await tools.list()).map(({ name }) => name).join(),
      prompts: async () => (await prompts.available()).map(({ name }) => name).join(),
      resources: async () => JSON.stringify((await resources.all()).map(({ uri, name }) => [uri, name])),
    },
    (list) => {
      if (list === 'tools') tell(server.sendToolListChanged());
      else if (list === 'prompts') tell(server.sendPromptListChanged());
      else tell(server.sendResourceListChanged());
    },
  );

  const watching = configuration.subscribe((update) => {
    const { collection } = update;
    if (collection !== 'users' && collection !== 'automations') catalogue.forget();
    if (collection === 'skills') lists.look('tools', 'prompts');
    if (collection === 'rooms' || collection === 'scenes' || collection === 'house') lists.look('resources');
    void subscriptions.configured(update);
    messages.configured(update);
  });

  // The library has set one of its own, which comes first.
  server.removeRequestHandler('logging/setLevel');
  const requests = new Requests(server);
  requests.answer(ListToolsRequestSchema, async () => ({ tools: await tools.list() }));
  requests.answer(CallToolRequestSchema, ({ params }, extra) =>
    tools.call(params, { signal: extra.signal, progress: progressOf(extra) }),
  );
  requests.answer(ListResourcesRequestSchema, ({ params }) => resources.list(params?.cursor));
  requests.answer(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...TEMPLATES] }));
  requests.answer(ReadResourceRequestSchema, async ({ params: { uri } }) => ({
    contents: [{ uri, mimeType: MIME_TYPE, text: await resources.read(uri) }],
  }));
  requests.answer(SubscribeRequestSchema, async ({ params: { uri } }) => {
    await subscriptions.add(uri);
    return {};
  });
  requests.answer(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscriptions.remove(uri);
    return {};
  });
  requests.answer(ListPromptsRequestSchema, async () => ({ prompts: await prompts.list() }));
  requests.answer(GetPromptRequestSchema, ({ params }) => prompts.get(params.name, params.arguments));
  requests.answer(CompleteRequestSchema, ({ params }) => complete(params, { house, prompts }));
  requests.answer(SetLevelRequestSchema, ({ params: { level } }) => {
    messages.setLevel(level);
    return {};
  });

  return {
    server,
    look: () => lists.look('tools', 'prompts', 'resources'),
    close() {
      watching.unsubscribe();
      subscriptions.close();
      messages.close();
      lists.close();
      catalogue.leave();
    },
  };
};

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** One for all sessions: the library would make a compiler for each. */
const VALIDATOR = new AjvJsonSchemaValidator();
