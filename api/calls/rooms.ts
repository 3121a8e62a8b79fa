import { Type } from '@sinclair/typebox';
import { tidyUsers } from './configure.ts';
import { recordCalls } from './record-calls.ts';
import { Ids } from './values.ts';

/** `addRoom`, `setRoom`, `removeRoom`. */
export const roomCalls = recordCalls({
  collection: 'rooms',
  noun: 'Room',
  means: 'a room',
  fields: { name: Type.String(), zones: Ids },
  defaults: { zones: [] },
  removal: 'its components stay and no longer name it, and users lose the levels that they had for it',
  removed: tidyUsers,
});
