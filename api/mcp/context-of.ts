import { CallFault, DEFAULT_LANGUAGE, refusal } from '../errors.ts';
import { ALLOWED_CALLS } from './allowed-calls.ts';
import type { AssistantContext } from './assistant-context.ts';
import type { McpOptions } from './mcp.ts';

type ContextOptions = Pick<
  McpOptions,
  'gate' | 'calls' | 'tokens' | 'events' | 'configuration' | 'clock' | 'networkClock' | 'controller' | 'report'
>;

/** What a session may ask of the controller with its token, whatever its tools ask for: 117 for anything else. */
export const contextOf = (options: ContextOptions, token: number, source: string): AssistantContext => {
  const { gate, calls, tokens, events, configuration, clock, networkClock, controller, report } = options;
  const caller = tokens.caller(token);
  const readOnly = (): boolean => tokens.get(token)?.readOnly !== false;
  const language = DEFAULT_LANGUAGE;

  const mayAsk = (call: string): boolean =>
    ALLOWED_CALLS.has(call) && (calls.get(call)?.effect === 'read' || !readOnly());

  return {
    async ask(call, input = {}) {
      if (!mayAsk(call)) return refusal(new CallFault(117), 'call', language);
      try {
        const credentials = { kind: 'caller', caller } as const;
        return await gate.handle({ call, input, credentials, path: 'local', source, transport: 'mcp', language });
      } catch (error) {
        report({ during: `call ${call} over MCP`, error });
        return refusal(new CallFault(116), 'call', language);
      }
    },
    readOnly,
    events,
    configuration,
    clock,
    networkClock,
    controller,
  };
};
