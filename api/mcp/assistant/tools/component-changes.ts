import { type Static, Type } from '@sinclair/typebox';
import { type Instant, toIso } from '../../../../twin/index.ts';
import type { Catalogue, Described } from '../catalogue.ts';
import type { PresentEntry, Value } from '../records.ts';
import { componentOf, Reference, roomOf } from '../references.ts';
import { PageInput, PageOutput, pageOf, Records, roomName, strict, unitOf } from '../told.ts';
import { defineTool, type ToolWork } from '../tool.ts';
import { CODE, ToolFault } from '../tool-fault.ts';

const Input = strict({
  since: Type.Optional(Type.String({ description: 'ISO 8601 with time zone' })),
  seconds: Type.Optional(
    Type.Integer({ minimum: 1, description: 'instead of since: so far back; 3600 unless it is said' }),
  ),
  component: Type.Optional(Type.String({ description: 'cid or name' })),
  property: Type.Optional(Type.String()),
  room: Type.Optional(Reference),
  ...PageInput,
});
type Input = Static<typeof Input>;

export const componentChanges = defineTool({
  name: 'component_changes',
  means:
    'What was reported since a time, the newest first: of each property its latest value. With component and property: its history, each value with its cause.',
  effect: 'reads',
  input: Input,
  output: strict({ since: Type.String(), until: Type.String(), changes: Records, ...PageOutput }),
  run: async (work, input) => {
    const until = work.context.clock.now();
    const since = sinceOf(input, until);
    const catalogue = await work.house.catalogue();
    const { changes, remarks } =
      input.component !== undefined && input.property !== undefined
        ? await history(work, componentOf(catalogue, input.component), input.property, since)
        : await latest(work, catalogue, input, since);
    const page = pageOf<object>(changes, input, remarks);
    return {
      since: toIso(since),
      until: toIso(until),
      changes: [...page.items],
      total: page.total,
      leftOut: page.leftOut,
    };
  },
});

const sinceOf = ({ since, seconds = 3_600 }: Input, now: Instant): Instant => {
  if (since === undefined) return Math.max(0, now - seconds * 1_000) as Instant;
  const at = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(since) ? Date.parse(since) : Number.NaN;
  if (!(at >= 0)) {
    throw new ToolFault(CODE.input, `since: write it like ${toIso(now)}, with the time zone`, { field: 'since' });
  }
  return at as Instant;
};

/** Of each property its present value, if it came about in the time that is asked for. */
const latest = async (
  { house }: ToolWork,
  catalogue: Catalogue,
  { component, property, room }: Input,
  since: Instant,
) => {
  const inRoom = room === undefined ? undefined : roomOf(catalogue, room).id;
  const only = component === undefined ? undefined : componentOf(catalogue, component).cid;
  const components = [...catalogue.components.values()].filter(
    ({ cid, rooms }) => (only === undefined || cid === only) && (inRoom === undefined || rooms.includes(inRoom)),
  );
  const data = await house.presentOf(components);
  let never = 0;
  const changes = components
    .flatMap((one) => (data.get(one.cid) ?? []).map((entry) => ({ one, entry })))
    .filter(({ entry }) => {
      if (entry.lastUpdate === null) never += 1;
      const asked = property === undefined || entry.property === property;
      return asked && entry.lastUpdate !== null && Date.parse(entry.lastUpdate) >= since;
    })
    .sort((a, b) => (b.entry.lastUpdate ?? '').localeCompare(a.entry.lastUpdate ?? ''))
    .map(({ one, entry }) => ({
      cid: one.cid,
      name: one.name,
      rooms: one.rooms.map((id) => roomName(catalogue, id)),
      ...toldEntry(house, one, entry),
    }));
  const remarks = never === 0 ? [] : [`${never} values have never been reported`];
  return { changes, remarks: [...remarks, 'values that have been replaced meanwhile: ask for one property'] };
};

const toldEntry = (house: ToolWork['house'], { properties }: Described, entry: PresentEntry) => ({
  property: entry.property,
  value: entry.value,
  unit: unitOf(properties, entry.property),
  lastUpdate: entry.lastUpdate,
  ageSeconds: house.ageOf(entry.lastUpdate),
});

interface Past {
  readonly value: Value;
  readonly content: string | number;
  readonly lastUpdate: string;
  readonly cause: object;
}

const history = async ({ house }: ToolWork, component: Described, property: string, since: Instant) => {
  const { cid, name, properties } = component;
  if (!properties.some((row) => row.property === property)) {
    const known = properties.map((row) => row.property);
    throw new ToolFault(CODE.unknown, `${name} has no property '${property}'; it has ${known.join(', ')}`, {
      field: 'property',
    });
  }
  const past = await house.ask<readonly Past[]>('getComponentHistory', {
    cid,
    property,
    since: toIso(since),
    limit: MOST,
  });
  const changes = past.map(({ cause, ...entry }) => ({
    cid,
    name,
    ...toldEntry(house, component, { property, ...entry }),
    cause,
  }));
  return { changes, remarks: past.length === MOST ? [`only the newest ${MOST}`] : [] };
};

/** Values of a history that are looked at. */
const MOST = 500;
