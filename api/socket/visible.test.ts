import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { RoomPermission } from '../../api/access/user.ts';
import { until } from '../../property-tests/fixtures.ts';
import { type Person, sees } from '../../property-tests/models/permissions.ts';
import { readyWith, type SocketClient } from '../../property-tests/socket-client.ts';
import { type SocketHouse, socketHouse } from '../../property-tests/socket-house.ts';

const USERS = ['one', 'two', 'three'] as const;
type Username = (typeof USERS)[number];

/** Switches in one room, in several, in none. */
const ROOMS: readonly (readonly number[])[] = [[1], [2], [3], [1, 2], [2, 3], [1, 2, 3], []];

type Step =
  | { readonly step: 'report'; readonly number: number; readonly content: 0 | 1 }
  | { readonly step: 'permit'; readonly user: Username; readonly rooms: Record<string, RoomPermission> }
  | { readonly step: 'pause'; readonly ms: number }
  | { readonly step: 'connect'; readonly user: Username; readonly generation: 4 | 2 }
  | { readonly step: 'disconnect'; readonly index: number };

const level = fc.constantFrom<RoomPermission>('Off', 'View only', 'Full');
const user = fc.constantFrom(...USERS);
const report = fc.record({
  step: fc.constant('report' as const),
  number: fc.integer({ min: 1, max: ROOMS.length }),
  content: fc.constantFrom(0 as const, 1 as const),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: report },
    {
      weight: 3,
      arbitrary: fc.record({
        step: fc.constant('permit' as const),
        user,
        rooms: fc.dictionary(fc.constantFrom('1', '2', '3', '*'), level, { noNullPrototype: true }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('pause' as const), ms: fc.nat(15) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        step: fc.constant('connect' as const),
        user,
        generation: fc.constantFrom(4 as const, 2 as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('disconnect' as const), index: fc.nat(5) }) },
  ),
  { minLength: 20, maxLength: 80 },
);

/** A client, with what the model says that it must have heard. */
interface Ear {
  readonly user: Username;
  readonly client: SocketClient;
  readonly due: string[];
}

test('everybody hears exactly of the changes that they may see when they are told, in order, whatever is permitted or forbidden', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const people = USERS.map((username) => ({ username, password: `password-${username}`, group: 'user' as const }));
      const house = await socketHouse({
        switches: ROOMS.length,
        people: [{ username: 'owner', password: 'password-owner', group: 'admin' }, ...people],
        rooms: (number) => ROOMS[number - 1] ?? [],
      });
      let ears: Ear[] = [];
      const gone: Ear[] = [];
      const permissions = new Map<string, Person>(
        USERS.map((name) => [name, { group: 'user', rooms: {}, scenes: {} }]),
      );
      house.events.listen(({ entries }) => {
        for (const { user: name, due } of ears) {
          const person = permissions.get(name);
          const seen = entries.filter(({ cid }) => person && sees(person, ROOMS[Number(cid.slice(1)) - 1] ?? []));
          due.push(...seen.map(({ cid, content }) => `${cid} ${content}`));
        }
      });
      house.access.changes.subscribe((id) => {
        const { username, rooms } = house.access.users.get(id) ?? assert.fail('a user who is not there');
        permissions.set(username, { group: 'user', rooms, scenes: {} });
      });

      try {
        for (const name of USERS) ears.push(await listen(house, name, 4));
        for (const step of story) {
          if (step.step === 'report') house.report(`C${step.number}`, step.content);
          else if (step.step === 'permit') await house.access.setUser(house.userId(step.user), { rooms: step.rooms });
          else if (step.step === 'pause') await new Promise((passed) => setTimeout(passed, step.ms));
          else if (step.step === 'connect') ears.push(await listen(house, step.user, step.generation));
          else {
            const leaving = ears[step.index];
            ears = ears.filter((ear) => ear !== leaving);
            leaving?.client.close();
            if (leaving) gone.push(leaving);
          }
        }
        house.events.flush();
        await until(
          () => ears.every(({ client, due }) => client.updates().length >= due.length),
          'all that is due',
        ).catch(() => undefined);

        for (const { client, due } of ears) {
          assert.deepEqual(
            client.updates().map(({ cid, content }) => `${cid} ${content}`),
            due,
          );
          assert.ok(client.batches.every((batch) => batch.length > 0));
        }
        for (const { client, due } of gone) {
          const heard = client.updates().map(({ cid, content }) => `${cid} ${content}`);
          assert.deepEqual(heard, due.slice(0, heard.length));
        }
      } finally {
        for (const { client } of ears) client.close();
        await house.close();
      }
    }),
    { numRuns: 25 },
  );
});

/** Connects; what has happened before is not for this client. */
async function listen(house: SocketHouse, name: Username, generation: 4 | 2): Promise<Ear> {
  const client = await readyWith(house.local, await house.session(name), { generation });
  return { user: name, client, due: [] };
}
