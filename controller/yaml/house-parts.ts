import { Type } from '@sinclair/typebox';

/**
 * What every file says of a house in the same words. Each description completes the sentence "it must be …", which is what
 * somebody with a mistake in the file reads.
 */
export const strict = { additionalProperties: false };

export const text = (description: string) => Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description });

export const many = (maxItems: number, what: string) => ({
  maxItems,
  description: `a list of at most ${maxItems} ${what}`,
});

export const Name = text('a name of up to 200 letters');
export const Id = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'a whole number from 1' });
export const Ids = Type.Array(Id, { maxItems: 1_000, description: 'a list of identifiers, such as [1, 2]' });
export const Cid = Type.String({
  pattern: '^C[1-9][0-9]{0,8}$',
  description: 'the letter C and digits, such as C12',
});
export const KindType = text('the type of a kind, such as dimmer');

export const TimeZone = text('a time zone such as Europe/Berlin');
export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'degrees north from -90 to 90' }),
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'degrees east from -180 to 180' }),
  },
  { ...strict, description: '{latitude, longitude} in degrees' },
);

export const Zone = Type.Object(
  { id: Id, name: Name },
  { ...strict, description: 'a zone such as {id: 1, name: Ground floor}' },
);

const Step = Type.Union(
  [
    Type.Object(
      {
        cid: Type.String({ description: 'the letter C and digits, such as C12' }),
        property: Type.String({ description: 'a property of that component, such as state' }),
        value: Type.Union([Type.Boolean(), Type.Number(), Type.String()], {
          description: 'a value of that property, such as true',
        }),
      },
      strict,
    ),
    Type.Object({ wait: Type.Number({ minimum: 0, maximum: 86_400, description: 'seconds from 0 to 86400' }) }, strict),
  ],
  { description: '{cid, property, value}, or {wait: seconds} with at most 86400' },
);
export const Steps = Type.Array(Step, { maxItems: 1_000, description: 'a list of up to 1000 steps' });

/** What it sets off, asks and does is checked where everything that it names is known. */
export const Automation = Type.Object(
  {
    id: Id,
    name: Name,
    enabled: Type.Optional(Type.Boolean({ description: 'true or false' })),
    mode: Type.Optional(Type.String({ description: 'single, restart, queued or parallel' })),
    limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'a whole number from 1' })),
    triggers: Type.Array(Type.Unknown(), { description: 'a list such as [{when: time, at: "06:30"}]' }),
    conditions: Type.Optional(Type.Array(Type.Unknown(), { description: 'a list such as [{if: sun, is: down}]' })),
    actions: Type.Array(Type.Unknown(), { description: 'a list such as [{do: scene, scene: 1}]' }),
  },
  { ...strict, description: 'an automation with id, name, triggers and actions' },
);
