import { Type } from '@sinclair/typebox';
import { toIso } from '../../twin/index.ts';
import { defineCall } from '../call.ts';
import { LIMITS } from '../limits.ts';
import { instantOf, LISTED, limitOf, Nullable, Since, Timestamp } from './values.ts';

export const getAudit = defineCall({
  name: 'getAudit',
  means:
    'Who changed the configuration, who logged in, and who was refused, the newest first. Equal logins, and equal refusals, of one minute are one line with a count.',
  who: 'admin',
  effect: 'read',
  explains: true,
  input: Type.Object({ since: Since, limit: limitOf(LIMITS.auditListed.value) }),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Timestamp,
      kind: Type.Union([Type.Literal('change'), Type.Literal('login'), Type.Literal('refusal')]),
      user: Nullable(Type.String({ description: 'null for a user name that nobody has' })),
      call: Type.String(),
      target: Nullable(Type.Union([Type.Integer(), Type.String()], { description: 'Identifier of what it was about' })),
      transport: Type.String({ description: 'http, socket, mcp or memory' }),
      path: Type.Union([Type.Literal('local'), Type.Literal('remote')]),
      source: Type.String({ description: 'Address that it came from' }),
      code: Nullable(Type.Integer({ description: 'Error code of a refusal' })),
      count: Type.Integer(),
    }),
  ),
  errors: [106],
  run: ({ audit }, { since, limit = LISTED }) =>
    audit.lines({ since: instantOf(since), limit }).map((line) => ({ ...line, at: toIso(line.at) })),
});
