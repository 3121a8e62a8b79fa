import type { TSchema } from '@sinclair/typebox';
import { AUTOMATION_SCHEMAS } from '../automation-schema.ts';
import type { CallDefinition, CallTable } from '../call.ts';
import { type ErrorCode, errorBody, STATUSES } from '../errors.ts';
import { SESSION } from '../session-cookie.ts';
import { exampleInput } from './schema-example.ts';
import { isRequired, propertiesOf } from './schema-words.ts';

type Json = { readonly [key: string]: unknown };

/** The interface as an OpenAPI 3.1 document: every call of the table, under the names that it has there. */
export const describe = (calls: CallTable, version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Twinhaus',
    version,
    summary: 'A building-automation controller',
    description: DESCRIPTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'this controller' }],
  tags: GROUPS.map(({ tag, means }) => ({ name: tag, description: means })),
  paths: Object.fromEntries([...calls.values()].map((call) => [`/api/v1/${call.name}`, pathOf(call)])),
  components: {
    securitySchemes: SCHEMES,
    schemas: { Error: ERROR, ...AUTOMATION_SCHEMAS },
    responses: { MethodNotAllowed: METHOD },
  },
});

/** Calls by who may use them, in the order in which people meet them. */
export const GROUPS = [
  { who: 'anybody', tag: 'Login', means: 'What lets a program in.' },
  {
    who: 'everyone',
    tag: 'Everyone',
    means: 'Calls of every user, within the rooms and scenes that are open to the user.',
  },
  { who: 'admin', tag: 'Administrators', means: 'Calls of the group `admin`.' },
] as const satisfies readonly { who: CallDefinition['who']; tag: string; means: string }[];

/** Errors of letting somebody in, which any call can be answered with. */
export const LOGIN_ERRORS = [106, 109, 110, 122, 137] as const;

/** Errors of a call itself, once the caller is let in. */
export const callErrorsOf = (call: CallDefinition): ReadonlySet<ErrorCode> => {
  const own = call.errors.filter((code) => call.session !== 'begins' || STATUSES[code].call !== 401);
  const codes = new Set<ErrorCode>([106, ...own, 116]);
  if (call.who === 'admin' || call.local || call.skill !== undefined) codes.add(117);
  return new Set([...codes].sort((a, b) => a - b));
};

/** Every error that a call can be answered with, by status. */
const errorsOf = (call: CallDefinition): ReadonlyMap<number, ReadonlySet<ErrorCode>> => {
  const statuses = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode): void => {
    statuses.set(status, (statuses.get(status) ?? new Set()).add(code));
  };
  for (const code of callErrorsOf(call)) add(STATUSES[code].call, code);
  for (const code of LOGIN_ERRORS) add(STATUSES[code].login, code);
  return new Map([...statuses].sort(([a], [b]) => a - b));
};

const DESCRIPTION = [
  'Every call is `POST /api/v1/<call>` with its parameters as a JSON or form body, or `GET` with query parameters.',
  'In forms and queries the texts `true` and `false` are booleans. A repeated or nested name is error 106.',
  'Every call but `auth` needs one of: the headers `auth-username` and `auth-password`, or a session from `auth`',
  '(header or query parameter `x-service-sid`, or the cookie of that name). Through remote access `x-remote-token` is needed as well.',
  'Errors carry `errorCode`: decide by it, not by `errorText`, which is in the language of `accept-language`.',
].join(' ');

const SCHEMES: Json = {
  session: { type: 'apiKey', in: 'header', name: SESSION, description: 'Session from `auth`.' },
  sessionQuery: { type: 'apiKey', in: 'query', name: SESSION, description: 'The same session in the query.' },
  sessionCookie: { type: 'apiKey', in: 'cookie', name: SESSION, description: 'The same session in a cookie.' },
  username: { type: 'apiKey', in: 'header', name: 'auth-username', description: 'User name, in UTF-8.' },
  password: { type: 'apiKey', in: 'header', name: 'auth-password', description: 'Password, in UTF-8.' },
};

const CREDENTIALS: Json = { username: [], password: [] };
const ANY_LOGIN: readonly Json[] = [{ session: [] }, CREDENTIALS, { sessionQuery: [] }, { sessionCookie: [] }];

const ERROR: Json = {
  type: 'object',
  required: ['errorCode', 'errorText'],
  properties: {
    errorCode: { type: 'integer', enum: Object.keys(STATUSES).map(Number) },
    errorText: { type: 'string', description: 'For people, in the language asked for.' },
    retryAfter: {
      type: 'integer',
      minimum: 1,
      description: 'With code 109 only: seconds until a login is possible again.',
    },
  },
};

const errorContent = (examples: Json): Json => ({
  'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples },
});

const METHOD: Json = {
  description: 'A method other than GET and POST',
  content: errorContent({ 117: { value: { errorCode: 117, errorText: 'Method Not Allowed' } } }),
};

const pathOf = (call: CallDefinition): Json => ({
  ...(call.effect === 'read' ? { get: { ...operation(call, 'Query'), ...queryOf(call.input) } } : {}),
  post: { ...operation(call, ''), ...(call.session === 'begins' ? PERSISTENT : bodyOf(call.input)) },
});

const operation = (call: CallDefinition, suffix: string): Json => ({
  operationId: `${call.name}${suffix}`,
  summary: call.means,
  ...describedAs(call),
  tags: GROUPS.filter(({ who }) => who === call.who).map(({ tag }) => tag),
  security: call.session === 'begins' ? [CREDENTIALS] : ANY_LOGIN,
  responses: {
    200: { description: 'The answer', content: { 'application/json': { schema: call.output } } },
    ...Object.fromEntries([...errorsOf(call)].map(([status, codes]) => [status, errorResponse(status, codes)])),
    405: { $ref: '#/components/responses/MethodNotAllowed' },
  },
});

const describedAs = ({ local, skill }: CallDefinition): Json => {
  const sentences = [
    ...(local ? ['Not through remote access.'] : []),
    ...(skill === undefined ? [] : [`Part of the skill \`${skill}\`: while that is off, error 117.`]),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
};

const errorResponse = (status: number, codes: ReadonlySet<ErrorCode>): Json => ({
  description: STATUS_MEANS[status] ?? 'The call was refused',
  content: errorContent(
    Object.fromEntries(
      [...codes].map((code) => [code, { value: errorBody(code, 'en', code === 109 ? 8 : undefined) }]),
    ),
  ),
});

const STATUS_MEANS: { readonly [status: number]: string } = {
  400: 'The call was answered with an error',
  401: 'The login failed',
  408: 'No answer within 15 seconds; the call may still have been carried out',
};

/** Over HTTP a login is made of headers: what its parameters are over Socket.io stands in no body. */
const PERSISTENT: Json = {
  parameters: [
    {
      name: 'auth-persistent',
      in: 'header',
      schema: { type: 'string', enum: ['true'] },
      description: 'The session lives for two years from its last use instead of 24 hours.',
    },
  ],
};

const queryOf = (input: TSchema): Json => {
  const parameters = Object.entries(propertiesOf(input)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: isRequired(input, name),
    schema,
    ...(schema.description === undefined ? {} : { description: schema.description }),
  }));
  return parameters.length === 0 ? {} : { parameters };
};

const bodyOf = (input: TSchema): Json => {
  const names = Object.keys(propertiesOf(input));
  if (names.length === 0) return {};
  const content = { schema: input, example: exampleInput(input) };
  return {
    requestBody: {
      required: names.some((name) => isRequired(input, name)),
      content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
    },
  };
};
