import { type HttpAnswer, HttpClient, type Login } from '../clients/http-client.ts';
import { type Fields, field, isFields } from '../clients/json.ts';
import type { Tape } from '../clients/tape.ts';
import type { Target } from '../trials/target.ts';

/** What the suite found at the controller before it began. */
export interface House {
  readonly userId: number | null;
  /** The given user may use the calls that administer. */
  readonly admin: boolean;
  /** There are calls to make users and scenes with. */
  readonly makesUsers: boolean;
  readonly makesScenes: boolean;
  readonly hooks: boolean;
  readonly tokens: boolean;
  readonly skills: boolean;
  readonly components: readonly Fields[];
  readonly scenes: readonly Fields[];
  readonly version: unknown;
  /** Status of the endpoint for assistants when nobody shows a token. */
  readonly mcpStatus: number;
  /** Its clock can be driven, and may be. */
  readonly driven: boolean;
  /** Its seconds per second of this machine, where it tells. */
  readonly speed: number | null;
}

/** Somebody who cannot use the suite for want of an answer or a login. */
export class Unreachable extends Error {}

/** Looks around, changing nothing. */
export const discover = async (target: Target, tape: Tape, sandbox: boolean): Promise<House> => {
  const http = new HttpClient(target.base, tape, 'http', target.base.protocol === 'https:' ? target.certificate : null);
  const login: Login = { username: target.username, password: target.password };
  const session = await http.call('auth', login).catch((error: Error) => {
    throw new Unreachable(`${target.base.origin} does not answer: ${error.message}`);
  });
  const code = field(session.body, 'errorCode');
  if (code === 110) throw new Unreachable(`${target.base.origin} refuses the user name or password: see --username`);
  if (code === 109) throw new Unreachable(`${target.base.origin} has blocked the login: wait ${retryAfter(session)} s`);
  if (code === 122) throw new Unreachable(`${target.base.origin} says that ${target.username} is disabled`);
  if (code !== undefined)
    throw new Unreachable(`${target.base.origin} refuses the login: ${session.text.slice(0, 200)}`);
  const ask = (name: string, parameters?: unknown) => http.call(name, login, parameters);
  const exists = (answer: HttpAnswer) => ![116, 117].includes(Number(field(answer.body, 'errorCode') ?? 0));
  // Without parameters, nothing is made: there is only the question whether the call exists.
  const [components, scenes, version, hooks, users, scene, tokens, skills, mcp] = await Promise.all([
    ask('getAllComponents', { withProperties: true, withMappings: false }),
    ask('getScenes'),
    ask('getVersion'),
    ask('getWebHooks'),
    ask('addUser', {}),
    ask('addScene', {}),
    ask('getMCPTokens'),
    ask('getSkills'),
    http.send({ method: 'POST', path: '/mcp', headers: { 'content-type': 'application/json' }, body: '{}' }),
  ]);
  if (![session, components, scenes, version].some(({ body }) => isFields(body) || Array.isArray(body))) {
    const type = session.headers['content-type'] ?? 'nothing';
    throw new Unreachable(
      `${target.base.origin} does not answer like a controller: POST /api/v1/auth is status ${session.status} with ${type}`,
    );
  }
  const clock = await http.send({ method: 'GET', path: '/sandbox/v1' });
  const told = clock.status === 200 ? field(clock.body, 'speed') : null;
  const speed = typeof told === 'number' ? told : null;
  const userId = field(session.body, 'userID');
  return {
    userId: typeof userId === 'number' ? userId : null,
    admin: [hooks, users, scene].some(exists),
    makesUsers: exists(users),
    makesScenes: exists(scene),
    hooks: exists(hooks),
    tokens: exists(tokens),
    skills: Array.isArray(skills.body),
    components: listOf(components),
    scenes: listOf(scenes),
    version: version.body,
    mcpStatus: mcp.status,
    driven: sandbox && speed !== null,
    speed,
  };
};

const listOf = ({ body }: HttpAnswer): readonly Fields[] => (Array.isArray(body) ? body.filter(isFields) : []);
const retryAfter = ({ body }: HttpAnswer): string => String(field(body, 'retryAfter') ?? '?');
