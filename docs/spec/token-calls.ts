import { type CallRow, optional, required } from './call-row.ts';
import { MCP_TOKEN, REMOTE_TOKEN } from './records.ts';
import type { Shape } from './shape.ts';
import { BOOLEAN, INTEGER, list, TEXT, TRUE } from './shape.ts';

/** Answered this once: nobody can ask for a token again. */
const ISSUED: Shape = { type: 'object', fields: { id: INTEGER, token: TEXT } };

/** Calls that manage what lets in without a user name. */
export const TOKEN_CALLS: readonly CallRow[] = [
  {
    name: 'getMCPTokens',
    who: 'admin',
    parameters: [],
    answer: list(MCP_TOKEN),
    errors: [],
    from: 'Decided: MCP tokens',
  },
  {
    name: 'addMCPToken',
    who: 'admin',
    parameters: [required('name', TEXT), optional('readOnly', BOOLEAN)],
    answer: ISSUED,
    errors: [106],
    from: 'Decided: MCP tokens',
  },
  {
    name: 'setMCPToken',
    who: 'admin',
    parameters: [
      required('id', INTEGER),
      optional('name', TEXT),
      optional('enabled', BOOLEAN),
      optional('readOnly', BOOLEAN),
    ],
    answer: TRUE,
    errors: [106, 112],
    from: 'Decided: MCP tokens',
  },
  {
    name: 'removeMCPToken',
    who: 'admin',
    parameters: [required('id', INTEGER)],
    answer: TRUE,
    errors: [106, 112],
    from: 'Decided: MCP tokens',
  },
  {
    name: 'getRemoteTokens',
    who: 'admin',
    parameters: [],
    answer: list(REMOTE_TOKEN),
    errors: [],
    from: 'Decided: remote access token',
  },
  {
    name: 'addRemoteToken',
    who: 'admin',
    parameters: [required('name', TEXT)],
    answer: ISSUED,
    errors: [106, 117],
    from: 'Decided: remote access token',
  },
  {
    name: 'removeRemoteToken',
    who: 'admin',
    parameters: [required('id', INTEGER)],
    answer: TRUE,
    errors: [106, 112],
    from: 'Decided: remote access token',
  },
];
