import { formatGroupAddress } from '../../../hardware/knx/group-address.ts';
import type { Project, ProjectAddress } from '../../../hardware/knx/project/project.ts';

/** What is different between two exports of a project, by group address; a line each. */
export const projectDifference = (before: Project, now: Project): readonly string[] => {
  const [old, present] = [byGroup(before), byGroup(now)];
  return [
    ...[...old].filter(([group]) => !present.has(group)).map(([, address]) => `gone: ${called(address)}`),
    ...[...present].filter(([group]) => !old.has(group)).map(([, address]) => `new: ${called(address)}`),
    ...[...present].flatMap(([group, address]) => {
      const was = old.get(group);
      return was === undefined ? [] : [...changes(was, address)];
    }),
  ];
};

const byGroup = ({ addresses }: Project): ReadonlyMap<number, ProjectAddress> =>
  new Map(addresses.map((address) => [address.group, address]));

const called = ({ group, name, types }: ProjectAddress): string =>
  `${formatGroupAddress(group)} ${name} (${typesOf(types)})`;

const typesOf = (types: readonly string[]): string => types.join(', ') || 'no type';

function* changes(was: ProjectAddress, is: ProjectAddress): Generator<string> {
  const group = formatGroupAddress(is.group);
  if (was.name !== is.name) yield `name: ${group} was "${was.name}", and is "${is.name}" now`;
  const [old, now] = [typesOf(was.types), typesOf(is.types)];
  if (old !== now) yield `type: ${group} ${is.name} was ${old}, and is ${now} now`;
  if (was.isSecure !== is.isSecure) yield `secure: ${group} ${is.name} is ${is.isSecure ? '' : 'not '}encrypted now`;
}
