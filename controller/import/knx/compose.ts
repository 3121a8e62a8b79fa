import { conversionOf } from '../../../hardware/knx/conversion.ts';
import { datapointType } from '../../../hardware/knx/dpt/index.ts';
import { formatGroupAddress } from '../../../hardware/knx/group-address.ts';
import { kindOf, type PropertyKind } from '../../../twin/index.ts';
import { asName, type Point, type ProposedComponent } from '../proposal.ts';
import type { Candidate, Member } from './candidate.ts';
import type { Leave } from './gather.ts';
import type { Part } from './parts.ts';
import { extrasOf, LEFT, RECIPES, type Recipe } from './recipes.ts';
import { subjectOf, wordsOf } from './words.ts';

/** A component without its identifier. */
export type Composed = Omit<ProposedComponent, 'cid' | 'bus'>;

/** The components that a candidate is; what none of them has is left with its reason. */
export const compose = ({ name, room, functionType, members }: Candidate, leave: Leave): readonly Composed[] => {
  const words = wordsOf(name);
  let left: readonly Member[] = members;
  const composed: Composed[] = [];
  for (const recipe of RECIPES) {
    const has = (part: Part): boolean => left.some((member) => member.part === part);
    const isMeant = recipe.functionType !== undefined && recipe.functionType === functionType;
    if (!recipe.needs.some(has) || (!isMeant && recipe.when?.(words, has) === false)) continue;
    const taken = left.filter(({ part }) => recipe.takes[part] !== undefined);
    const points = pointsOf(recipe, taken, leave);
    left = left.filter((member) => !taken.includes(member));
    if (Object.keys(points).length === 0) continue;
    const isBeside = functionType !== undefined && composed.length > 0;
    composed.push({
      type: recipe.type,
      name: asName(
        isBeside ? nameBeside(name, taken) : name,
        `KNX ${formatGroupAddress(taken[0]?.address.group ?? 0)}`,
      ),
      rooms: room === null ? [] : [room],
      points,
    });
  }
  for (const { address, part } of left) {
    const isDimmed = part === 'dim' && composed.some(({ points }) => Object.hasOwn(points, 'brightness'));
    leave(
      address,
      isDimmed
        ? 'is not needed: the brightness is commanded as a value'
        : (LEFT[part] ?? `says ${part} of something that is no component by its other addresses`),
    );
  }
  return composed;
};

/** A window contact in the function of a heating is not called like the heating, if its address says what it is. */
const nameBeside = (name: string, [first]: readonly Member[]): string => {
  const about = subjectOf(first?.address.name ?? '');
  return wordsOf(about).some((word) => word.length > 1) ? about : name;
};

const pointsOf = (recipe: Recipe, members: readonly Member[], leave: Leave): { [property: string]: Point } => {
  const points: { [property: string]: Point } = {};
  const properties = new Map<string, Member[]>();
  for (const member of members) {
    const property = recipe.takes[member.part] ?? '';
    const rows = properties.get(property);
    if (rows === undefined) properties.set(property, [member]);
    else rows.push(member);
  }
  for (const [property, rows] of properties) {
    const kind = kindOf(recipe.type)?.properties[property];
    const point = kind?.commandable ? commanded(property, kind, rows, leave) : told(property, rows, leave);
    if (point !== null) points[property] = point;
  }
  return points;
};

/** What is never commanded; all addresses of its type tell it. */
const told = (property: string, rows: readonly Member[], leave: Leave): Point | null => {
  const [first] = rows;
  if (first === undefined) return null;
  const same = alike(first.dpt, rows, leave);
  return { ...status(same), dpt: first.dpt, ...extrasOf(property, first.dpt) };
};

/** A value is better than a movement to an end; a status of the same type is better than one of another that tells the same. */
const commanded = (property: string, kind: PropertyKind, rows: readonly Member[], leave: Leave): Point | null => {
  const commands = rows.filter(({ isStatus }) => !isStatus);
  const command = commands.find(({ part }) => part !== 'move') ?? commands[0];
  const statuses = rows.filter(({ isStatus }) => isStatus);
  if (command === undefined) {
    for (const { address } of statuses) leave(address, 'tells the state of something whose command was not found');
    return null;
  }
  for (const other of commands) {
    if (other === command) continue;
    leave(
      other.address,
      other.part === 'move'
        ? `is not needed: the position is commanded through ${formatGroupAddress(command.address.group)}`
        : `commands the same as ${formatGroupAddress(command.address.group)}; a point has one address for commands`,
    );
  }
  // A button has no state that could be read.
  const extras = extrasOf(property, command.dpt);
  const statusDpt = statuses.some(({ dpt }) => dpt === command.dpt)
    ? command.dpt
    : (statuses.find(({ dpt }) => canTell(kind, dpt, extras))?.dpt ?? command.dpt);
  const same = property === 'stop' ? [] : alike(statusDpt, statuses, leave);
  return {
    write: formatGroupAddress(command.address.group),
    ...(same.length > 0 ? status(same) : {}),
    dpt: command.dpt,
    ...(same.length > 0 && statusDpt !== command.dpt ? { statusDpt } : {}),
    ...extras,
  };
};

const canTell = (kind: PropertyKind, dpt: string, extras: ReturnType<typeof extrasOf>): boolean => {
  const type = datapointType(dpt);
  return type !== undefined && typeof conversionOf(kind, type, extras) !== 'string';
};

const alike = (dpt: string, rows: readonly Member[], leave: Leave): readonly Member[] => {
  const same = rows.filter((row) => row.dpt === dpt).slice(0, MOST_STATUSES);
  for (const row of rows) {
    if (!same.includes(row)) {
      leave(
        row.address,
        `has the type ${row.dpt}, and what it belongs to is told in ${dpt}; a point has one type for that`,
      );
    }
  }
  return same;
};

/** As many as a point takes. */
const MOST_STATUSES = 20;

/** A device of which the project says that it does not answer is not asked. */
const status = (rows: readonly Member[]): Point => {
  const groups = rows.map(({ address }) => formatGroupAddress(address.group));
  const objects = rows[0]?.address.objects ?? [];
  const isSilent = objects.length > 0 && objects.every(({ flags }) => flags.read === false);
  return { status: groups.length === 1 ? groups[0] : groups, ...(isSilent ? { read: 'never' } : {}) };
};
