import type { Project, ProjectAddress, ProjectFunction } from '../../../hardware/knx/project/project.ts';
import type { Candidate, Member } from './candidate.ts';
import { byRole } from './function-roles.ts';
import { type Part, type Understood, understand } from './parts.ts';
import type { Whereabouts } from './whereabouts.ts';
import { partsBeforeLast, subjectOf, wordsOf } from './words.ts';

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
    return members.length === 0
      ? []
      : [{ name: nameOf(each, members), room: places.roomOf(each.space), functionType: each.type, members }];
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

/** Devices know best whether they tell a value or listen to it, if all that are linked agree; nobody knows that of one with unknown flags. */
const corrected = ({ objects }: ProjectAddress, understood: Understood): Understood => {
  if (!VALUES.has(understood.part)) return understood;
  const listens = objects.some(({ flags }) => flags.write === true && flags.transmit === false);
  const answers = objects.some(({ flags }) => flags.read === true && flags.transmit === true && flags.write === false);
  if (listens && objects.every(({ flags }) => flags.transmit === false)) return { ...understood, isStatus: false };
  return !listens && answers ? { ...understood, isStatus: true } : understood;
};

/** What is commanded as a value: buttons send what is no value, and some of them tell it as well. */
const VALUES: ReadonlySet<Part> = new Set(['position', 'slat', 'brightness', 'setpoint', 'mode']);

/** Nobody commands what no device listens to, unless the names say so: then another address tells what came of it. */
const listening = (members: readonly Member[]): readonly Member[] => {
  const paired = new Set(members.filter(({ isStatus }) => isStatus).map(({ part }) => part));
  return members.map((member) => {
    const { objects } = member.address;
    const isUnheard = objects.length > 0 && objects.every(({ flags }) => flags.write === false);
    return isUnheard && !paired.has(member.part) ? { ...member, isStatus: true } : member;
  });
};

/** Of several addresses that tell the same those that a device tells, if devices only listen to the others: such as a thermostat to a sensor's. */
const told = (members: readonly Member[], leave: Leave): readonly Member[] => {
  const isHeardOnly = ({ isStatus, address: { objects } }: Member): boolean =>
    isStatus && objects.length > 0 && objects.every(({ flags }) => flags.transmit === false);
  const tellers = new Set(members.filter((member) => !isHeardOnly(member)).map(keyOf));
  return members.filter((member) => {
    if (!isHeardOnly(member) || !tellers.has(keyOf(member))) return true;
    leave(member.address, 'is listened to by devices, and another address of its name tells the same');
    return false;
  });
};

/** A letter or digit alone names nothing: it would make one thing of everything that is called so. */
const subject = ({ name, description, ranges }: ProjectAddress): string => {
  const about = subjectOf(name);
  if (about !== '' && wordsOf(about).every((word) => word.length < 2)) return name;
  return [about, subjectOf(description), ranges.at(-1) ?? '', name].find((text) => text.trim() !== '') ?? '';
};

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
    .map((group) => ({ ...group, members: told(listening(group.members), leave) }))
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

/** Things of one name in several ranges are several things, if they would do the same as one; else all but the last part of their names tells them apart. */
const apart = (group: Candidate, leave: Leave): readonly Candidate[] => {
  if (doubled(group.members).length === 0) return [group];
  const inRanges = grouped(group.members, ({ address: { ranges } }) => JSON.stringify(ranges));
  const groups = [...inRanges.values()].flatMap((members): readonly Candidate[] => {
    if (doubled(members).length === 0) return [{ ...group, members }];
    const parts = grouped(members, ({ address }) => partsBeforeLast(address.name));
    return [...parts].map(([name, some]) => ({ ...group, name: parts.size > 1 ? name : group.name, members: some }));
  });
  return groups.flatMap(({ name, members }) => {
    const twice = new Set(doubled(members));
    for (const { address } of twice) {
      leave(
        address,
        'does the same as another address of its name and range; give each thing a name of its own in ETS',
      );
    }
    const left = members.filter((member) => !twice.has(member));
    return left.length === 0 ? [] : [{ ...group, name, members: left }];
  });
};

const grouped = (
  members: readonly Member[],
  keyOf: (member: Member) => string,
): ReadonlyMap<string, readonly Member[]> => {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
};

/** Members that do what another one does as well. */
const doubled = (members: readonly Member[]): readonly Member[] => {
  const counts = new Map<string, number>();
  for (const member of members) counts.set(keyOf(member), (counts.get(keyOf(member)) ?? 0) + 1);
  return members.filter((member) => (counts.get(keyOf(member)) ?? 0) > 1);
};

const keyOf = ({ part, isStatus }: Member): string => `${part} ${isStatus}`;
