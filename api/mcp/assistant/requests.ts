import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ErrorCode,
  type JSONRPCRequest,
  type Result,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { invalidParams, ProtocolFault } from './protocol-fault.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Handler = (request: JSONRPCRequest, extra: Extra) => Promise<Result>;

/** A schema of the library for the requests of one method. */
interface RequestSchema<Request> {
  readonly shape: { readonly method: { readonly value: string } };
  safeParse(
    request: unknown,
  ): { success: true; data: Request } | { success: false; error: { issues: readonly Issue[] } };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * The requests that a server answers. The library's own table calls parameters that do not fit an internal error, and tells
 * the client what its validator has to say; here they are what they are: invalid parameters, and which.
 */
export class Requests {
  readonly #handlers = new Map<string, Handler>();

  constructor(server: Server) {
    server.fallbackRequestHandler = (request, extra) => {
      const handler = this.#handlers.get(request.method);
      if (handler === undefined) throw new ProtocolFault(ErrorCode.MethodNotFound, 'Method not found');
      return handler(request, extra);
    };
  }

  answer<Request>(
    schema: RequestSchema<Request>,
    handler: (request: Request, extra: Extra) => Result | Promise<Result>,
  ): void {
    this.#handlers.set(schema.shape.method.value, async (request, extra) => {
      const read = schema.safeParse(request);
      if (!read.success) throw invalidParams(`Invalid parameters: ${read.error.issues.map(sentenceOf).join('; ')}`);
      return handler(read.data, extra);
    });
  }
}

const sentenceOf = ({ path, message }: Issue): string => `${path.slice(1).join('.') || 'params'}: ${message}`;
