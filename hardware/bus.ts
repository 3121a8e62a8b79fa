import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Backend, Clock } from '../twin/index.ts';
import type { Point } from './point.ts';

/**
 * A kind of bus: what a configuration says of it, and how it is opened. Each description in its schemas completes the sentence
 * "it must be …", which is what somebody with a mistake in the file reads.
 */
export interface BusType<Settings extends TSchema = TSchema, Address extends TSchema = TSchema> {
  /** The word for it in the configuration, such as `knx`. */
  readonly type: string;
  /** One sentence. */
  readonly means: string;
  /** What is said of the bus as a whole, such as the address of a gateway. */
  readonly settings: Settings;
  /** What is said of one point, such as its group address and datapoint type. */
  readonly address: Address;
  /** Settings that are paths of files: a relative one begins where the configuration stands. Left out: none. */
  readonly files?: readonly string[];
  /** What the schemas cannot see; each fault says what is wrong and what would be right. Left out: nothing. */
  check?(settings: Static<Settings>, points: readonly BusPoint<Static<Address>>[]): readonly BusFault[];
  /** Opens it at once; whether it can be reached is told by its link. Never throws for what only the network can say. */
  open(options: BusOptions<Static<Settings>, Static<Address>>): Backend;
}

/** A point with its address on the bus. */
export interface BusPoint<Address> extends Point {
  readonly address: Address;
}

/** Whether two points with the same name are described just the same. */
export const isSamePoint = (one: BusPoint<unknown>, other: BusPoint<unknown>): boolean =>
  one.kind === other.kind && Value.Equal(one.address, other.address);

/** A backend that can take other points while it stays linked to its bus. */
export interface Repointable<Address> {
  /**
   * From now on it has these points, which were checked together with its settings. Points that are described just as before stay as
   * they are; new and changed ones are read as at a start. What waits for a point that is changed or gone has failed. Throws before
   * anything is changed for points that were not checked. What is read is reported after it has returned.
   */
  repoint(points: readonly BusPoint<Address>[]): void;
}

/** Whether a backend can take other points while it stays linked. */
export const isRepointable = <Address>(backend: Backend): backend is Backend & Repointable<Address> =>
  'repoint' in backend && typeof backend.repoint === 'function';

/** What is wrong with a configuration, and where. */
export interface BusFault {
  /** Index of the point it is about; left out: the settings of the bus. */
  readonly point?: number;
  /** Fields from there, such as `['gateway', 'port']`. */
  readonly path: readonly (string | number)[];
  readonly says: string;
}

export interface BusOptions<Settings, Address> {
  /** Name of the backend, as component records name it. */
  readonly name: string;
  readonly settings: Settings;
  readonly points: readonly BusPoint<Address>[];
  /** The real clock. */
  readonly clock: Clock;
  /** The text that a `Secret` of the settings stands for. */
  secret(from: Secret): string;
  /** One line for the operator, without secrets. */
  say(line: string): void;
}

/** A secret in a configuration: never the text itself, but where to find it. Whatever stands in its place is shown to nobody. */
export const Secret = Type.Union(
  [
    Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    Type.Object({ file: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  ],
  { description: '{env: NAME_OF_A_VARIABLE} or {file: PATH}, so that no secret stands in this file', writeOnly: true },
);
export type Secret = Static<typeof Secret>;

/** Types a row of the table of buses. */
export const defineBus = <Settings extends TSchema, Address extends TSchema>(
  bus: BusType<Settings, Address>,
): BusType<Settings, Address> => bus;
