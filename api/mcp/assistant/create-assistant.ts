import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { AssistantContext } from '../assistant-context.ts';

/** The server of one session: all handlers are set; the door connects it to the transport. */
export interface Assistant {
  readonly server: Server;
  /** The token's rights or a skill may have changed: tells the client about lists that did. */
  look(): void;
  close(): void;
}

export const createAssistant = ({ controller }: AssistantContext): Assistant => {
  const server = new Server(
    { name: 'service-mcp', title: controller.name, version: controller.version },
    {
      capabilities: {},
      instructions: `${controller.name} is a building: components have properties, and each property has a value that a device reported.`,
    },
  );
  return { server, look: () => undefined, close: () => undefined };
};
