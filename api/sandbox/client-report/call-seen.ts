import type { Answer, CallRequest } from '../../gate.ts';
import type { CallSeen } from './sight.ts';

/** What is kept of a call and its answer: no password, no session, nothing long. */
export const callSeen = ({ call, credentials, input }: CallRequest, answer: Answer): CallSeen => ({
  name: short(call),
  credentials:
    credentials.kind === 'caller' ? 'connection' : credentials.kind === 'input' ? inInput(call) : credentials.kind,
  tried: triedBy({ call, credentials, input }),
  code: answer.ok ? null : answer.body.errorCode,
  retryAfter: answer.ok ? undefined : answer.body.retryAfter,
  opened: answer.opened !== undefined,
  command: call === 'componentUpdate' && (!answer.ok || accepts(answer.result)) ? commandOf(input) : undefined,
});

/** Stands for the `init` of a connection that was ready before anybody looked. */
export const READY: CallSeen = {
  name: 'init',
  credentials: 'connection',
  tried: undefined,
  code: null,
  retryAfter: undefined,
  opened: false,
  command: undefined,
};

/** The user name that a password was tried for. */
export const triedBy = ({ call, credentials, input }: Pick<CallRequest, 'call' | 'credentials' | 'input'>) => {
  if (credentials.kind === 'password') return short(credentials.username ?? '');
  if (call !== 'auth' || credentials.kind !== 'input') return undefined;
  const { username } = fieldsOf(input);
  return short(typeof username === 'string' ? username : '');
};

const inInput = (call: string): CallSeen['credentials'] => (call === 'auth' ? 'password' : 'none');

const commandOf = (input: unknown): string => {
  const { cid, property, value } = fieldsOf(input);
  return short([cid, property, JSON.stringify(value)].join(' '));
};

/** `false` says that there is no such component, or that somebody may not: nothing about its value. */
const accepts = (result: unknown): boolean => Object.values(fieldsOf(result)).includes(true);

const fieldsOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const LONGEST = 80;
