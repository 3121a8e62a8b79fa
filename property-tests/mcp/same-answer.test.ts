import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type RunningSandbox, startSandbox, until } from '../fixtures.ts';
import { advance, as, call, control, type ListedComponent, now } from '../http-client.ts';
import { connectMcp, type McpClient } from '../mcp-client.ts';
import { ready, type SocketClient } from '../socket-client.ts';

type Data = ListedComponent['data'];
type Row = { readonly [field: string]: unknown };

/** What people, devices and time do. */
type Step =
  | { readonly does: 'report'; readonly cid: string; readonly property: string; readonly content: number }
  | {
      readonly does: 'command';
      readonly over: 'http' | 'socket';
      readonly cid: string;
      readonly property: string;
      readonly value: unknown;
    }
  | { readonly does: 'rename'; readonly cid: string; readonly name: string; readonly rooms: readonly number[] }
  | { readonly does: 'time'; readonly seconds: number };

const CIDS = ['C1', 'C3', 'C7', 'C10', 'C13', 'C95'] as const;

const reported = fc.constantFrom<readonly [string, string, number, number]>(
  ['C1', 'state', 0, 1],
  ['C3', 'open', 0, 1],
  ['C7', 'brightness', 0, 200],
);
const commanded = fc.oneof(
  fc.record({ cid: fc.constant('C1'), property: fc.constant('state'), value: fc.boolean() }),
  fc.record({ cid: fc.constant('C7'), property: fc.constant('brightness'), value: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ cid: fc.constant('C10'), property: fc.constant('position'), value: fc.integer({ min: 0, max: 100 }) }),
  fc.record({
    cid: fc.constant('C13'),
    property: fc.constant('setpoint'),
    value: fc.integer({ min: 10, max: 60 }).map((halves) => halves / 2),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  reported.chain(([cid, property, min, max]) =>
    fc.integer({ min, max }).map((content) => ({ does: 'report' as const, cid, property, content })),
  ),
  fc
    .tuple(commanded, fc.constantFrom('http' as const, 'socket' as const))
    .map(([command, over]) => ({ does: 'command' as const, over, ...command })),
  fc.record({
    does: fc.constant('rename' as const),
    cid: fc.constantFrom(...CIDS),
    name: fc.stringMatching(/^[A-Za-zäöüé]{1,12}$/),
    rooms: fc.uniqueArray(fc.integer({ min: 1, max: 15 }), { maxLength: 3 }),
  }),
  fc.constantFrom(0.1, 0.25, 1, 7, 90, 4_000).map((seconds) => ({ does: 'time' as const, seconds })),
);

describe('what is said of a component at one instant', () => {
  let sandbox: RunningSandbox;
  let socket: SocketClient;
  let mcp: McpClient;
  before(async () => {
    sandbox = await startSandbox(['--start', '2026-03-04T09:00:00Z']);
    socket = await ready(sandbox.http, 'admin');
    mcp = await connectMcp(sandbox.http);
  });
  after(async () => {
    await mcp.close();
    socket.close();
    await sandbox.stop();
  });

  const headers = as('admin');
  const take = async (one: Step): Promise<void> => {
    if (one.does === 'time') return advance(sandbox.http, one.seconds);
    if (one.does === 'report') {
      const { cid, property, content } = one;
      assert.equal((await control(sandbox.http, '/devices', { cid, property, content })).status, 200);
    } else if (one.does === 'rename') {
      const { cid, name, rooms } = one;
      const answer = await call(sandbox.http, 'setComponent', { cid, name, rooms }, { headers });
      assert.equal(answer.status, 200, answer.text);
    } else {
      const { cid, property, value } = one;
      const answer =
        one.over === 'http'
          ? (await call(sandbox.http, 'componentUpdate', { cid, property, value }, { headers })).body
          : await socket.ask('componentUpdate', { cid, property, value });
      assert.deepEqual(answer, { [cid]: true });
    }
  };

  /** The components as each way tells of them: name, rooms, and of each property value, content and time. */
  const overHttp = async (): Promise<readonly ListedComponent[]> =>
    (await call(sandbox.http, 'getAllComponents', {}, { headers })).as<readonly ListedComponent[]>();
  const overSocket = async (): Promise<readonly ListedComponent[]> =>
    (await socket.ask('getAllComponents', {})) as readonly ListedComponent[];
  const told = ({ cid, name, category, type, rooms, data }: ListedComponent) => ({
    cid,
    name,
    category,
    type,
    rooms,
    data: data.map(present),
  });
  const present = ({ property, value, content, lastUpdate }: Data[number]) => ({
    property,
    value,
    content,
    lastUpdate,
  });
  const throughMcp = async (cid: string) => {
    const whole = await mcp.tool('component_get_by_id', { cid });
    const rooms = (whole.rooms as readonly { id: number }[]).map(({ id }) => id);
    return { whole, same: told({ ...(whole as unknown as ListedComponent), rooms }) };
  };
  const only = (all: readonly ListedComponent[], cid: string): ListedComponent => {
    const found = all.find((one) => one.cid === cid);
    assert.ok(found, cid);
    return found;
  };

  test('is the same over HTTP, Socket.io and MCP, whatever has happened before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const one of steps) await take(one);
        const instant = await now(sandbox.http);
        const [http, socketed] = [await overHttp(), await overSocket()];
        const found = (await mcp.tool('component_find', { limit: 100 })).components as readonly Row[];
        for (const cid of CIDS) {
          const expected = told(only(http, cid));
          assert.deepEqual(told(only(socketed, cid)), expected);
          const { whole, same } = await throughMcp(cid);
          assert.deepEqual(same, expected);
          const resource = await mcp.read(`service://components/${cid}`);
          assert.deepEqual(resource, { ...whole, time: new Date(instant).toISOString() });
          const line = found.find((row) => row.cid === cid) ?? { data: [] };
          assert.deepEqual(
            (line.data as readonly Row[]).map(({ property, value, ageSeconds }) => ({ property, value, ageSeconds })),
            expected.data.map(({ property, value, lastUpdate }) => ({
              property,
              value,
              ageSeconds: lastUpdate === null ? null : Math.round((instant - Date.parse(lastUpdate)) / 1_000),
            })),
          );
          for (const { property, ...entry } of expected.data) {
            const one = await call(sandbox.http, 'getComponentData', { cid, property }, { headers });
            assert.deepEqual(one.body, entry);
          }
        }
      }),
      { numRuns: 15 },
    );
  });

  test('is told as an event with the value that a tool then answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1 }), async (content) => {
        const before = socket.updates().length;
        await control(sandbox.http, '/devices', { cid: 'C24', property: 'state', content });
        await until(
          () =>
            socket
              .updates()
              .slice(before)
              .some(({ cid }) => cid === 'C24'),
          'the event',
        );
        const event = socket
          .updates()
          .slice(before)
          .filter(({ cid, property }) => cid === 'C24' && property === 'state')
          .at(-1);
        const whole = await mcp.tool('component_get_by_id', { cid: 'C24' });
        const state = (whole.data as readonly Row[]).find(({ property }) => property === 'state');

        // An event knows texts only: without a unit it is empty.
        assert.deepEqual(
          [event?.value, event?.content, event?.unit],
          [state?.value, state?.content, state?.unit ?? ''],
        );
      }),
      { numRuns: 10 },
    );
  });
});
