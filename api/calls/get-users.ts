import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';
import { UserFields, userRecord } from './user-fields.ts';

export const getUsers = defineCall({
  name: 'getUsers',
  means: 'All users with their groups and permissions; never a password.',
  who: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Array(Type.Object({ id: Type.Integer(), ...UserFields })),
  errors: [],
  run: ({ access }) => [...access.users.values()].map(userRecord),
});
