import type { Faulty, Passing, Returning } from './faulty.ts';
import { refused, replace } from './helpers.ts';
import { isMcp, posts } from './mcp-messages.ts';

/** Who is refused with 401 gets this instead, where `where` holds. */
const doors = (where: (passing: Passing, returning: Returning) => boolean, instead: Returning) =>
  posts((returning, _, passing) => {
    if (returning.status === 401 && where(passing, returning)) replace(returning, instead);
  });

const hasToken = ({ headers }: Passing): boolean => headers.authorization !== undefined;
const hasLogin = ({ headers }: Passing): boolean => headers['auth-username'] !== undefined;

/** Controllers that let others in to the endpoint for assistants, or turn them away otherwise. */
export const OF_MCP_DOORS: readonly Faulty[] = [
  {
    id: 'mcp-token-missing-403',
    spoils: 'without a token the status is 403',
    caughtBy: ['mcp.token-missing-401'],
    how: doors((passing) => !hasToken(passing) && !hasLogin(passing), refused(403, 117)),
  },
  {
    id: 'mcp-token-unknown-403',
    spoils: 'with an unknown token the status is 403',
    caughtBy: ['mcp.token-unknown-401'],
    how: doors((passing) => passing.headers.authorization === 'Bearer no-such-token', refused(403, 117)),
  },
  {
    id: 'mcp-refuses-wordlessly',
    spoils: 'a refusal does not say what is wrong with the token',
    caughtBy: ['mcp.token-missing-text', 'mcp.token-unknown-text'],
    how: doors(() => true, refused(401, 117)),
  },
  {
    id: 'mcp-token-disabled-403',
    spoils: 'with a disabled token the status is 403',
    caughtBy: ['mcp.token-disabled-401'],
    how: doors(
      (passing) => hasToken(passing) && passing.headers.authorization !== 'Bearer no-such-token',
      refused(403, 117),
    ),
  },
  {
    id: 'mcp-skill-off-503',
    spoils: 'while the MCP skill is off the status is 503',
    caughtBy: ['mcp.skill-off-404'],
    how: posts((returning) => {
      if (returning.status === 404) returning.status = 503;
    }),
  },
  {
    id: 'mcp-by-password',
    spoils: 'user name and password open the endpoint for assistants',
    caughtBy: ['mcp.user-login-refused'],
    how: () => ({
      request: (passing) => {
        if (isMcp(passing) && hasLogin(passing)) passing.headers.authorization = 'Bearer sandbox-mcp-token';
        return undefined;
      },
    }),
  },
];
