import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { ToolWork } from './tool.ts';

type Extra = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, '_meta' | 'sendNotification'>;

/** How a client is told how far its request is; `undefined` if it did not ask. */
export const progressOf = ({ _meta, sendNotification }: Extra): ToolWork['progress'] => {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, total, message) => {
    const params = { progressToken, progress, total, message };
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
};
