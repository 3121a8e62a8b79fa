import { type Static, Type } from '@sinclair/typebox';
import type { Catalogue } from '../catalogue.ts';
import type { SceneStep } from '../records.ts';
import { componentOf, Reference, roomOf } from '../references.ts';
import { AnyValue, roomName, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { CODE, ToolFault } from '../tool-fault.ts';
import { demandValue, settable } from '../value-check.ts';

const Step = strict({
  component: Type.Optional(Type.String()),
  property: Type.Optional(Type.String()),
  value: Type.Optional(AnyValue),
  wait: Type.Optional(Type.Number({ minimum: 0 })),
});

const Input = strict({
  name: Type.String(),
  rooms: Type.Optional(Type.Array(Reference)),
  steps: Type.Optional(Type.Array(Step, { maxItems: 500 })),
  capture: Type.Optional(Type.Array(Type.String(), { description: 'components; [] for all in rooms' })),
});

export const sceneCreate = defineTool({
  name: 'scene_create',
  means:
    'Adds a scene: from steps, each {component, property, value} or {wait: seconds}, or with capture from the present state. It is not run.',
  effect: 'adds',
  input: Input,
  output: strict({ id: Type.Integer(), name: Type.String(), rooms: Type.Array(Type.String()), steps: Type.Integer() }),
  run: async ({ house }, input) => {
    const catalogue = await house.catalogue();
    const rooms = (input.rooms ?? []).map((room, index) => roomOf(catalogue, room, `rooms.${index}`).id);
    const { id } = await house.ask<{ id: number }>(...callFor(catalogue, input, [...new Set(rooms)]));
    const scene = (await house.scenes()).find((one) => one.id === id);
    return {
      id,
      name: input.name,
      rooms: (scene?.rooms ?? rooms).map((room) => roomName(catalogue, room)),
      steps: scene?.steps.length ?? 0,
    };
  },
});

const callFor = (
  catalogue: Catalogue,
  { name, steps, capture }: Static<typeof Input>,
  rooms: readonly number[],
): [call: string, input: object] => {
  if ((steps === undefined) === (capture === undefined)) {
    throw new ToolFault(CODE.input, 'a scene is made either from steps or with capture', { field: 'steps' });
  }
  if (capture === undefined) {
    return ['addScene', { name, rooms, steps: (steps ?? []).map((step, index) => stepOf(catalogue, step, index)) }];
  }
  const cids = capture.map((reference, index) => componentOf(catalogue, reference, `capture.${index}`).cid);
  if (cids.length === 0 && rooms.length === 0) {
    throw new ToolFault(CODE.input, 'capture: name the components or the rooms whose state is meant', {
      field: 'capture',
    });
  }
  return ['captureScene', { name, rooms, ...(cids.length > 0 && { cids: [...new Set(cids)] }) }];
};

const stepOf = (catalogue: Catalogue, step: Static<typeof Step>, index: number): SceneStep => {
  const at = `steps.${index}`;
  const { component: reference, property, value, wait } = step;
  const isWait = wait !== undefined && reference === undefined && property === undefined && value === undefined;
  if (isWait) return { wait };
  if (wait !== undefined || reference === undefined || property === undefined || value === undefined) {
    throw new ToolFault(CODE.input, `${at}: a step is {component, property, value} or {wait}`, { field: at });
  }
  const { cid, name, properties } = componentOf(catalogue, reference, `${at}.component`);
  demandValue(settable(name, properties, property, `${at}.property`), value, `${at}.value`);
  return { cid, property, value };
};
