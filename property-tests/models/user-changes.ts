import { isDeepStrictEqual } from 'node:util';
import type { Caller } from './changes.ts';
import {
  type Configuration,
  type Input,
  type Member,
  NOTHING_NEW,
  refused,
  shownUser,
  type Verdict,
} from './configuration.ts';

/** Users, passwords and sessions; `undefined` for a call about something else. */
export function changeUsers(house: Configuration, caller: Caller, call: string, input: Input): Verdict | undefined {
  switch (call) {
    case 'addUser':
      return addUser(house, input);
    case 'setUser':
      return setUser(house, caller, input);
    case 'removeUser':
      return removeUser(house, Number(input.id));
    case 'setPassword':
      return setPassword(house, caller, input);
    case 'logout':
      if (caller.session !== null) house.sessions.delete(caller.session);
      return { result: true };
    default:
      return undefined;
  }
}

function addUser(house: Configuration, input: Input): Verdict {
  const id = house.next.users;
  const unlessSaid = { enabled: true, remoteAccess: false, rooms: {}, scenes: {} };
  const member = { id, ...unlessSaid, ...input } as Member;
  const codes = [...missing(house, input), ...badName(house, member), ...badPassword(member)];
  if (codes.length > 0) return refused(...codes);
  house.users.set(id, member);
  house.next.users = id + 1;
  return { result: { id }, news: [{ collection: 'users', action: 'add', id, record: shownUser(member) }] };
}

function setUser(house: Configuration, caller: Caller, { id: named, ...fields }: Input): Verdict {
  const before = house.users.get(Number(named));
  const codes = missing(house, fields);
  if (before === undefined) return refused(112, ...('password' in fields && badPassword(fields) ? [106] : []));
  const after = { ...before, ...fields } as Member;
  if ('password' in fields) codes.push(...badPassword(after));
  if (after.username !== before.username) codes.push(...badName(house, after));
  if (isLastAdmin(house, before) && !(after.enabled && after.group === 'admin')) codes.push(117);
  if (codes.length > 0) return refused(...codes);
  if (!('password' in fields) && isDeepStrictEqual(before, after)) return NOTHING_NEW;
  house.users.set(after.id, after);
  if (!after.enabled) endSessions(house, after.id, undefined);
  else if ('password' in fields) endSessions(house, after.id, caller);
  return { result: true, news: [{ collection: 'users', action: 'set', id: after.id, record: shownUser(after) }] };
}

function removeUser(house: Configuration, id: number): Verdict {
  const member = house.users.get(id);
  if (member === undefined) return refused(112);
  if (isLastAdmin(house, member)) return refused(117);
  house.users.delete(id);
  endSessions(house, id, undefined);
  return { result: true, news: [{ collection: 'users', action: 'remove', id }] };
}

function setPassword(house: Configuration, caller: Caller, { oldPassword, newPassword }: Input): Verdict {
  const before = caller.member;
  if (oldPassword !== before.password) return { codes: [110], login: true };
  const after = { ...before, password: String(newPassword) };
  if (badPassword(after).length > 0) return refused(106);
  house.users.set(after.id, after);
  endSessions(house, after.id, caller);
  return { result: true, news: [{ collection: 'users', action: 'set', id: after.id, record: shownUser(after) }] };
}

/** All of a user's, but for the one by which `staying` has asked. */
function endSessions(house: Configuration, user: number, staying: Caller | undefined): void {
  for (const [id, session] of house.sessions) {
    if (session.user === user && id !== staying?.session) house.sessions.delete(id);
  }
}

/** Levels are for what is there. */
function missing({ rooms, scenes }: Configuration, given: Input): number[] {
  const isMissing = (levels: unknown, known: ReadonlyMap<number, unknown>) =>
    Object.keys((levels ?? {}) as object).some((key) => key !== '*' && !known.has(Number(key)));
  return isMissing(given.rooms, rooms) || isMissing(given.scenes, scenes) ? [112] : [];
}

const badName = ({ users }: Configuration, { id, username }: Member): number[] => {
  const isTaken = [...users.values()].some((other) => other.id !== id && other.username === username);
  return isTaken || username === '' || username.length > 64 || /^\s|\s$/.test(username) ? [106] : [];
};

/** Eight characters, and not the name, with digits or without. */
const badPassword = ({ password, username }: Partial<Member>): number[] => {
  const [text = '', name = ''] = [password, username];
  const isName = name !== '' && text.replace(/\d+$/, '').toLowerCase() === name.replace(/\d+$/, '').toLowerCase();
  return text.length < 8 || text.length > 256 || isName || text === 'password' ? [106] : [];
};

function isLastAdmin({ users }: Configuration, member: Member): boolean {
  const admins = [...users.values()].filter(({ enabled, group }) => enabled && group === 'admin');
  return admins.length === 1 && admins[0]?.id === member.id;
}
