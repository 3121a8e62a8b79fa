import { Type } from '@sinclair/typebox';
import { recordCalls } from './record-calls.ts';

/** `addZone`, `setZone`, `removeZone`. */
export const zoneCalls = recordCalls({
  collection: 'zones',
  noun: 'Zone',
  means: 'a zone',
  fields: { name: Type.String() },
  removal: 'its rooms stay and no longer name it',
});
