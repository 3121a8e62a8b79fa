import { Type } from '@sinclair/typebox';

/** Identifier of a component as an answer shows it. */
export const Cid = Type.String({ pattern: '^C\\d+$', description: 'Identifier of a component' });

/** What a value means. */
export const Value = Type.Union([Type.Boolean(), Type.Number(), Type.String()]);

/** What a device said. */
export const Content = Type.Union([Type.Number(), Type.String()], { description: 'Raw value of the device' });

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' });
