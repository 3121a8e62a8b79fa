import { Type } from '@sinclair/typebox';
import type { User } from '../access/user.ts';
import type { CallContext } from '../call.ts';
import { CallFault } from '../errors.ts';

const Identifier = Type.String({ pattern: '^(\\*|0|[1-9][0-9]{0,14})$' });

/** The fields of a user that admins see and set. */
export const UserFields = {
  username: Type.String(),
  group: Type.Union([Type.Literal('admin'), Type.Literal('user')]),
  enabled: Type.Boolean(),
  remoteAccess: Type.Boolean({ description: 'The permission Remote Access' }),
  rooms: Type.Record(Identifier, Type.Union([Type.Literal('Off'), Type.Literal('View only'), Type.Literal('Full')]), {
    description: 'Level by room identifier; * for all not named',
    additionalProperties: false,
  }),
  scenes: Type.Record(Identifier, Type.Union([Type.Literal('Off'), Type.Literal('Full')]), {
    description: 'Level by scene identifier; * for all not named',
    additionalProperties: false,
  }),
};

/** A user as admins see it; never a password. */
export const userRecord = ({ id, username, group, enabled, remoteAccess, rooms, scenes }: User) => ({
  id,
  username,
  group,
  enabled,
  remoteAccess,
  rooms,
  scenes,
});

type Fields = Omit<User, 'id'>;

/** What of a user is to change: the fields that are given, and no others. */
export const givenOf = (input: { readonly [Field in keyof Fields]?: Fields[Field] | undefined }): Partial<Fields> =>
  Object.fromEntries(
    Object.keys(UserFields)
      .map((field) => [field, input[field as keyof Fields]] as const)
      .filter(([, value]) => value !== undefined),
  );

/** 112 for a level of a room or a scene that does not exist. */
export const demandExisting = ({ twin }: CallContext, { rooms = {}, scenes = {} }: Partial<Fields>): void => {
  for (const [field, given, known] of [
    ['rooms', rooms, twin.rooms],
    ['scenes', scenes, twin.scenes],
  ] as const) {
    const missing = Object.keys(given).find((key) => key !== '*' && !known.has(Number(key)));
    if (missing === undefined) continue;
    throw new CallFault(112, undefined, `${field}.${missing}: there is nothing with the id ${missing}`);
  }
};
