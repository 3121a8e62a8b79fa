import { Type } from '@sinclair/typebox';
import type { Component, DataEntry, SceneStep } from '../../twin/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { CallFault } from '../errors.ts';
import { configure } from './configure.ts';
import { Cid, Ids } from './values.ts';

export const captureScene = defineCall({
  name: 'captureScene',
  means:
    'Adds a scene that brings back the present state: of the components that are named, else of those in the rooms that are named, else of all.',
  who: 'admin',
  effect: 'write',
  configures: true,
  explains: true,
  input: Type.Object({
    name: Type.String(),
    rooms: Type.Optional(Ids),
    cids: Type.Optional(Type.Array(Cid, { uniqueItems: true })),
  }),
  output: Type.Object({ id: Type.Integer() }),
  errors: [106, 112],
  run: (context, { name, rooms = [], cids }) => {
    const steps = captured(context, rooms, cids).flatMap(stepsOf);
    return { id: Number(configure(context, { collection: 'scenes', action: 'add', record: { name, rooms, steps } })) };
  },
});

const captured = (
  { twin }: CallContext,
  rooms: readonly number[],
  cids: readonly string[] | undefined,
): readonly Component[] => {
  if (cids === undefined) {
    const all = [...twin.components.values()];
    return rooms.length === 0 ? all : all.filter((component) => component.rooms.some((room) => rooms.includes(room)));
  }
  return cids.map((cid, index) => {
    const component = twin.components.get(cid);
    if (component === undefined) throw new CallFault(112, undefined, `cids[${index}]: there is no ${cid}`);
    return component;
  });
};

/**
 * In the order in which the values came about, as of two that exclude each other the later one holds. Of what is off it
 * is enough to say so, and a property that falls back by itself has no state.
 */
const stepsOf = ({ cid, kind, entries }: Component): readonly SceneStep[] => {
  const lasting = entries.filter(({ property, value }) => {
    const row = kind.properties[property];
    return value !== null && row?.commandable === true && row.quantity !== 'press';
  });
  const off = lasting.find(({ property, value }) => property === 'state' && value === false);
  const telling = off === undefined ? [...lasting].sort(inOrder) : [off];
  return telling.flatMap(({ property, value }) => (value === null ? [] : [{ cid, property, value }]));
};

const inOrder = (one: DataEntry, other: DataEntry): number => one.sequence - other.sequence;
