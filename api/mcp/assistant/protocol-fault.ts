import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/** A request that MCP answers with an error of JSON-RPC. The library's own class would write the code into the message once more. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault';
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A parameter of a request that cannot be so. */
export const invalidParams = (message: string, data?: object): ProtocolFault =>
  new ProtocolFault(ErrorCode.InvalidParams, message, data);
