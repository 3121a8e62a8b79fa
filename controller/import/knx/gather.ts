import type { Project, ProjectAddress, ProjectFunction } from '../../../hardware/knx/project/project.ts';
import type { Candidate, Member } from './candidate.ts';
import { byRole } from './function-roles.ts';
import { type Understood, understand } from './parts.ts';
import type { Whereabouts } from './whereabouts.ts';
import { subjectOf, wordsOf } from './words.ts';

/** Called with an address that has no place, and the reason. */
export type Leave = (address: ProjectAddress, why: string) => void;

/** What belongs together: first what the project's functions say, then what bears one name. */
export const gather = (project: Project, places: Whereabouts, leave: Leave): readonly Candidate[] => {
  const byId = new Map(project.addresses.map((address) => [address.id, address]));
  const used = new Set<ProjectAddress>();
  const open = (address: ProjectAddress): boolean => {
    if (address.isSecure)
      leave(address, 'is encrypted on the bus (KNX Data Secure), which the controller does not speak');
    return !address.isSecure;
  };
  const functions = project.functions.flatMap((each) => {
    const members = each.members.flatMap(({ address: id, role }) => {
      const address = byId.get(id);
      if (address === undefined) return [];
      const isNew = !used.has(address);
      used.add(address);
      if (isNew && !open(address)) return [];
      if (address.isSecure) return [];
      const understood = byRole(each.type, role, address.types) ?? understand(address.types, wordsIn(address));
      if (typeof understood !== 'string') return [{ address, ...corrected(address, understood) }];
      if (isNew) leave(address, understood);
      return [];
    });
    return members.length === 0 ? [] : [{ name: nameOf(each, members), room: places.roomOf(each.space), members }];
  });
  const rest = project.addresses.filter((address) => !used.has(address) && open(address));
  return [...functions, ...byName(rest, places, leave)];
};

const nameOf = ({ name }: ProjectFunction, [first]: readonly Member[]): string =>
  name !== '' ? name : first === undefined ? '' : subject(first.address);

/** Of its own name only, unless that says nothing of what the address is good for: then the range may. */
const wordsIn = ({ name, ranges }: ProjectAddress): readonly string[] => {
  const words = wordsOf(name);
  return wordsOf(subjectOf(name)).length === words.length ? [...words, ...wordsOf(ranges.at(-1) ?? '')] : words;
};

/** Devices know best whether they tell or listen, if all that are linked agree. */
const corrected = ({ objects }: ProjectAddress, understood: Understood): Understood => {
  const listens = objects.filter(({ flags }) => flags.write === true && flags.transmit === false).length;
  const tells = objects.filter(({ flags }) => flags.read === true && flags.transmit === true).length;
  const isPosition = understood.part === 'position' || understood.part === 'slat' || understood.part === 'brightness';
  return isPosition && understood.isStatus && listens > 0 && tells === 0
    ? { ...understood, isStatus: false }
    : understood;
};

const subject = ({ name, description, ranges }: ProjectAddress): string =>
  [subjectOf(name), subjectOf(description), ranges.at(-1) ?? '', name].find((text) => text.trim() !== '') ?? '';

const byName = (addresses: readonly ProjectAddress[], places: Whereabouts, leave: Leave): readonly Candidate[] => {
  const groups = new Map<string, Candidate & { readonly members: Member[] }>();
  for (const address of addresses) {
    const understood = understand(address.types, wordsIn(address));
    if (typeof understood === 'string') {
      leave(address, understood);
      continue;
    }
    const member = { address, ...corrected(address, understood) };
    const room = places.namedRoom(address);
    const name = subject(address);
    const key = `${room ?? ''} ${wordsOf(name).join(' ')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name, room, members: [member] });
    else group.members.push(member);
  }
  return [...groups.values()]
    .flatMap((group) => apart(group, leave))
    .map((group) => ({ ...group, room: group.room ?? sensorRoom(group, places) }));
};

/** Where sensors are is where they measure: the room of the devices that send, if nothing is commanded. */
const sensorRoom = ({ members }: Candidate, places: Whereabouts): number | null => {
  if (members.some(({ isStatus }) => !isStatus)) return null;
  const senders = members.flatMap(({ address: { objects } }) =>
    objects.filter(({ sends, flags }) => sends && flags.transmit !== false),
  );
  const rooms = new Set(senders.map(({ space }) => places.roomOf(space)));
  return rooms.size === 1 ? ([...rooms][0] ?? null) : null;
};

/** Things of one name in several ranges are several things, if they would do the same as one. */
const apart = (group: Candidate, leave: Leave): readonly Candidate[] => {
  if (doubled(group.members).length === 0) return [group];
  return [...grouped(group.members).values()].flatMap((members) => {
    const twice = new Set(doubled(members));
    for (const { address } of twice) {
      leave(
        address,
        'does the same as another address of its name and range; give each thing a name of its own in ETS',
      );
    }
    const left = members.filter((member) => !twice.has(member));
    return left.length === 0 ? [] : [{ ...group, members: left }];
  });
};

const grouped = (members: readonly Member[]): ReadonlyMap<string, readonly Member[]> => {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = JSON.stringify(member.address.ranges);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
};

/** Members that do what another one does as well. */
const doubled = (members: readonly Member[]): readonly Member[] => {
  const counts = new Map<string, number>();
  const key = ({ part, isStatus }: Member): string => `${part} ${isStatus}`;
  for (const member of members) counts.set(key(member), (counts.get(key(member)) ?? 0) + 1);
  return members.filter((member) => (counts.get(key(member)) ?? 0) > 1);
};
