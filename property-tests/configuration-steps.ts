import fc from 'fast-check';
import { ALONE, CHANGES, cid, READS, type Tried, user } from './configuration-inputs.ts';
import type { Input } from './models/configuration.ts';

/** How a call comes: by the latest session of the user, by credential headers, or over an open connection. */
export type Way = 'session' | 'headers' | 'socket';

/** Somebody calls. Users are meant by identifier, whoever that is at the time. */
export interface Calling {
  readonly by: number;
  readonly way: Way;
  readonly call: string;
  readonly input: Input;
  /** A field has a type that it cannot have. */
  readonly isSpoiled: boolean;
}

export type Step =
  | ({ readonly do: 'call' } & Calling)
  | { readonly do: 'together'; readonly calls: readonly [Calling, Calling] }
  /** Wall switches are pressed while a call is under way. */
  | { readonly do: 'meanwhile'; readonly calling: Calling; readonly presses: readonly string[] }
  | { readonly do: 'log in'; readonly by: number; readonly isRight: boolean }
  | { readonly do: 'connect'; readonly by: number; readonly way: 'session' | 'password'; readonly asksForNews: boolean }
  | { readonly do: 'change user'; readonly connection: number; readonly by: number; readonly asksForNews: boolean }
  | { readonly do: 'init'; readonly connection: number; readonly asksForNews: boolean }
  | { readonly do: 'press'; readonly cid: string }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'hear' };

/** Most changes are tried by those who may make them. */
const caller = fc.oneof(
  { weight: 7, arbitrary: fc.constantFrom(1, 2) },
  { weight: 2, arbitrary: fc.constantFrom(3, 4, 5) },
  { weight: 1, arbitrary: user },
);
const way = fc.constantFrom<Way>('session', 'socket', 'headers');

/** A plain object: those of fast-check may have no prototype. */
const asJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

export const calling = (calls: readonly Tried[]): fc.Arbitrary<Calling> =>
  fc.oneof(
    ...calls.map(([call, weight, input]) => ({
      weight,
      arbitrary: fc
        .tuple(caller, way, input.map(asJson), fc.integer({ min: 0, max: 24 }))
        .map(([by, how, given, chance]) => {
          const [field] = Object.keys(given);
          const isOwners = call === 'setPassword' || CHANGES.some(([name]) => name === call);
          // Nothing can be an object with a key like this one, and nothing has a colour.
          const odd =
            chance === 0 && field !== undefined ? { [field]: { odd: null } } : chance === 1 ? { colour: 'red' } : {};
          const isSpoiled = 'colour' in odd ? isOwners : Object.keys(odd).length > 0;
          return { by, way: how, call, input: isSpoiled || 'colour' in odd ? { ...given, ...odd } : given, isSpoiled };
        }),
    })),
  );

const connection = fc.nat(9);
const asksForNews = fc.boolean();
const press = cid.map((which) => ({ do: 'press', cid: which }) as const);
const withoutPassword = ({ input }: Calling): boolean => !('password' in input);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

/** A connection that is logged out loses what it asks: where that can happen, somebody who asks at the same time takes another way. */
const answered = (calls: readonly [Calling, Calling]): readonly [Calling, Calling] =>
  calls.some(({ call }) => call === 'setUser' || call === 'removeUser')
    ? [overHttp(calls[0]), overHttp(calls[1])]
    : calls;
const overHttp = (each: Calling): Calling => (each.way === 'socket' ? { ...each, way: 'session' } : each);

/** What people do to a house, and what it does meanwhile; plain objects as JSON has them. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      weighted(
        18,
        calling(CHANGES).map((each) => ({ do: 'call', ...each })),
      ),
      weighted(
        10,
        calling([...READS, ...ALONE]).map((each) => ({ do: 'call', ...each })),
      ),
      weighted(
        4,
        fc
          .tuple(calling(CHANGES).filter(withoutPassword), calling([...CHANGES, ...READS]).filter(withoutPassword))
          .map((calls) => ({ do: 'together', calls: answered(calls) })),
      ),
      weighted(
        6,
        fc.record({
          do: fc.constant('meanwhile'),
          calling: calling(CHANGES.filter(([call]) => call !== 'captureScene')),
          presses: fc.array(cid, { minLength: 1, maxLength: 4 }),
        }),
      ),
      weighted(
        3,
        fc.record({ do: fc.constant('log in'), by: user, isRight: fc.constantFrom(true, true, true, false) }),
      ),
      weighted(
        3,
        fc.record({ do: fc.constant('connect'), by: user, way: fc.constantFrom('session', 'password'), asksForNews }),
      ),
      weighted(2, fc.record({ do: fc.constant('change user'), connection, by: user, asksForNews })),
      weighted(1, fc.record({ do: fc.constant('init'), connection, asksForNews })),
      weighted(8, press),
      weighted(
        2,
        fc.constantFrom(0.05, 1, 60).map((seconds) => ({ do: 'pass', seconds })),
      ),
      weighted(2, fc.constant({ do: 'hear' })),
    ),
    { minLength: 1, maxLength: 60, size: 'max' },
  )
  .map(asJson);
