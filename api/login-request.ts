import type { LoginRequest } from './access/access.ts';
import type { CallDefinition } from './call.ts';
import type { Credentials } from './credentials.ts';
import type { CallRequest } from './gate.ts';

/** `auth` lets in by user name and password only, and is the only call that may bring them as its parameters. */
export const loginRequest = (definition: CallDefinition, request: CallRequest): LoginRequest => {
  const { credentials } = request;
  if (definition.session === 'begins') {
    if (credentials.kind === 'password') return request;
    return {
      ...request,
      credentials: credentials.kind === 'input' ? written(request.input, credentials.cookie) : NONE,
    };
  }
  return credentials.kind === 'input' ? { ...request, credentials: NONE } : request;
};

const NONE: Credentials = { kind: 'none' };

const written = (input: unknown, cookie: string | undefined): Credentials => {
  const { username, password } = (typeof input === 'object' && input !== null ? input : {}) as {
    readonly [name: string]: unknown;
  };
  return {
    kind: 'password',
    username: typeof username === 'string' ? username : undefined,
    password: typeof password === 'string' ? password : undefined,
    persistent: false,
    cookie,
  };
};
