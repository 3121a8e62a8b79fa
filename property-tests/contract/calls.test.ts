import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CALLS } from '../../docs/spec/index.ts';
import { pause, type RunningSandbox, startSandbox } from '../fixtures.ts';
import { advance, call, type Headers, type ListedComponent, sessionOf, withSession } from '../http-client.ts';
import { assertShape } from '../shape.ts';

const NUMBERS = [1, 2, 3] as const;

describe('reading and commanding', () => {
  let sandbox: RunningSandbox;
  let headers: Headers;
  const ask = (name: string, input?: unknown) => call(sandbox.http, name, input, { headers });
  const refusal = async (name: string, input: unknown) => {
    const { status, errorCode } = await ask(name, input);
    return [status, errorCode];
  };

  before(async () => {
    sandbox = await startSandbox(['--start', '2030-06-01T05:00:00.000Z']);
    headers = withSession(await sessionOf(sandbox.http, 'resident', { headers: { 'auth-persistent': 'true' } }));
    await advance(sandbox.http, 60);
  });
  after(() => sandbox.stop());

  for (const { name, answer, parameters } of CALLS.filter(
    (row) => row.who === 'everyone' && !row.parameters.some(({ required }) => required),
  )) {
    test(`${name} answers in its shape, with and without a body`, async () => {
      const own = { headers: withSession(await sessionOf(sandbox.http, 'resident')) };
      for (const input of name === 'logout'
        ? [undefined]
        : [
            undefined,
            {},
            Object.fromEntries(
              parameters.map((one) => [one.name, 'type' in one.shape && one.shape.type === 'boolean' ? true : 'en']),
            ),
          ]) {
        const got = await call(sandbox.http, name, input, own);
        assert.equal(got.status, 200, got.text);
        assert.match(String(got.headers['content-type']), /^application\/json/);
        assertShape(got.body, answer, name);
      }
    });
  }

  test('the family home is a house of at least 60 components, 10 rooms, 3 zones and 8 scenes', async () => {
    const counts = await Promise.all(
      ['getAllComponents', 'getRooms', 'getZones', 'getScenes'].map(
        async (name) => (await ask(name)).as<readonly unknown[]>().length,
      ),
    );

    for (const [index, least] of [60, 10, 3, 8].entries()) assert.ok((counts[index] ?? 0) >= least, `${counts}`);
  });

  test('getAllComponents says more with withProperties and with withMappings, and always the same master data', async () => {
    const shapes = await Promise.all(
      [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ].map(async ([withProperties, withMappings]) =>
        (await ask('getAllComponents', { withProperties, withMappings })).as<readonly (ListedComponent & object)[]>(),
      ),
    );
    const [plain = [], properties = [], mappings = [], both = []] = shapes;
    const bare = await ask('getAllComponents');

    assert.deepEqual(bare.body, plain, 'without its parameters it is as with both false');
    for (const [index, one] of plain.entries()) {
      assert.deepEqual(Object.keys(one).toSorted(), ['category', 'cid', 'data', 'name', 'rooms', 'type']);
      for (const other of [properties, mappings, both])
        assert.deepEqual(pick(other[index], Object.keys(one)), pick(one, Object.keys(one)));
    }
    const size = (list: unknown) => JSON.stringify(list).length;
    assert.ok(size(properties) > size(plain), 'withProperties describes the properties');
    assert.ok(size(both) > size(properties), 'withMappings adds how content becomes value');
    assert.ok(size(both) >= size(mappings));
  });

  test('every value of the list is what getComponentData answers', async () => {
    const components = (await ask('getAllComponents')).as<readonly ListedComponent[]>();
    let looked = 0;
    for (const { cid, data } of components) {
      for (const { property, ...entry } of data) {
        const { unit: _, ...expected } = entry as typeof entry & { unit?: unknown };
        assert.deepEqual(
          pick((await ask('getComponentData', { cid, property })).body, Object.keys(expected)),
          expected,
          `${cid} ${property}`,
        );
        looked += 1;
      }
    }
    assert.ok(looked > 150, `${looked} properties`);
  });

  test('every component has been heard of, and those that hang on hardware are reachable', async () => {
    for (const { cid, data } of (await ask('getAllComponents')).as<readonly ListedComponent[]>()) {
      assert.ok(data.length >= 1, cid);
      for (const entry of data) assert.notEqual(entry.lastUpdate, null, `${cid} ${entry.property}`);
      assert.equal(data.find(({ property }) => property === 'reachable')?.value, true, cid);
      assert.equal(data.find(({ property }) => property === 'reachable')?.content, 1, cid);
    }
  });

  test('getComponentData refuses what is missing, wrongly typed or unknown', async () => {
    for (const input of [
      undefined,
      {},
      { cid: 'C1' },
      { property: 'state' },
      { cid: 1, property: 'state' },
      { cid: 'C1', property: ['state'] },
      { cid: null, property: 'state' },
    ]) {
      assert.deepEqual(await refusal('getComponentData', input), [400, 106], JSON.stringify(input));
    }
    for (const input of [
      { cid: 'C999', property: 'state' },
      { cid: 'C1', property: 'castle' },
      { cid: 'c1', property: 'state' },
      { cid: 'C01', property: 'state' },
      { cid: '', property: 'state' },
      { cid: '__proto__', property: 'state' },
      { cid: 'C1', property: '__proto__' },
      { cid: 'C1', property: 'constructor' },
      { cid: 'toString', property: 'length' },
    ]) {
      assert.deepEqual(await refusal('getComponentData', input), [400, 112], JSON.stringify(input));
    }
  });

  test('componentUpdate answers true for a command that is taken, and the device follows', async () => {
    const data = async () =>
      (await ask('getComponentData', { cid: 'C1', property: 'state' })).as<{ value: boolean; content: number }>();
    for (const value of [true, false]) {
      const before = await data();
      const answer = await ask('componentUpdate', { cid: 'C1', property: 'state', value });
      assert.deepEqual([answer.status, answer.body], [200, { C1: true }]);
      assert.deepEqual(await data(), before, 'true does not mean that the device has switched');

      await advance(sandbox.http, 5);

      const { content, ...after } = await data();
      assert.deepEqual({ content, value: after.value }, { content: value ? 1 : 0, value });
    }
  });

  const C1 = { cid: 'C1', property: 'state', value: true };
  const DIMMER = { cid: 'C7', property: 'brightness', value: 50 };
  for (const [when, input, expected] of [
    ['cid is missing', { property: 'state', value: true }, 106],
    ['property is missing', { cid: 'C1', value: true }, 106],
    ['value is missing', { cid: 'C1', property: 'state' }, 106],
    ['everything is missing', {}, 106],
    ['cid is a number', { ...C1, cid: 1 }, 106],
    ['property is a list', { ...C1, property: ['state'] }, 106],
    ['the cid is unknown', { ...C1, cid: 'C999' }, { C999: false }],
    ['the cid is unknown and the value impossible', { ...C1, cid: 'C999', value: 'purple' }, { C999: false }],
    ['the cid differs by case', { ...C1, cid: 'c1' }, { c1: false }],
    ['the property is unknown', { ...C1, property: 'castle' }, { C1: false }],
    ['the property is one of every object', { ...C1, property: 'constructor' }, { C1: false }],
    ['the property is read-only', { ...C1, property: 'reachable' }, { C1: false }],
    ['the component has nothing to command', { cid: 'C3', property: 'open', value: true }, { C3: false }],
    ['a switch is to be a number', { ...C1, value: 1 }, 106],
    ['a switch is to be a text', { ...C1, value: 'true' }, 106],
    ['a switch is to be nothing', { ...C1, value: null }, 106],
    ['a switch is to be an object', { ...C1, value: { on: true } }, 106],
    ['a dimmer is to be half bright', DIMMER, { C7: true }],
    ['a dimmer is to be at its limits', { ...DIMMER, value: 100 }, { C7: true }],
    ['a dimmer is to be brighter than it can', { ...DIMMER, value: 101 }, 106],
    ['a dimmer is to be darker than dark', { ...DIMMER, value: -1 }, 106],
    ['a dimmer is to be a text', { ...DIMMER, value: '50' }, 106],
    ['a dimmer is to be a list', { ...DIMMER, value: [50] }, 106],
    ['a dimmer is to be yes', { ...DIMMER, value: true }, 106],
    ['a thermostat is to have a mode that exists', { cid: 'C13', property: 'mode', value: 'comfort' }, { C13: true }],
    ['a thermostat is to have one that does not', { cid: 'C13', property: 'mode', value: 'sauna' }, 106],
    ['a parameter more is given', { ...C1, extra: 1 }, { C1: true }],
  ] as const) {
    test(`componentUpdate answers ${JSON.stringify(expected)} when ${when}`, async () => {
      const answer = await ask('componentUpdate', input);

      if (typeof expected === 'number')
        assert.deepEqual([answer.status, answer.errorCode], [400, expected], answer.text);
      else assert.deepEqual([answer.status, answer.body], [200, expected]);
    });
  }

  test('a scene answers when its last step has been carried out, and not before', async () => {
    let answered = false;
    const scene = ask('executeScene', { id: 1 }).finally(() => {
      answered = true;
    });
    await pause(100);
    for (const seconds of [1, 20, 8]) {
      await advance(sandbox.http, seconds);
      await pause(50);
      assert.equal(answered, false, 'the scene waits for thirty seconds');
    }
    await advance(sandbox.http, 2);

    assert.deepEqual([(await scene).status, (await scene).body], [200, true]);
    await advance(sandbox.http, 5);
    assert.equal(
      (await ask('getComponentData', { cid: 'C61', property: 'state' })).as<{ value: unknown }>().value,
      true,
      'the last step came after the wait',
    );
  });

  test('executeScene refuses what is missing, wrongly typed or unknown', async () => {
    for (const input of [undefined, {}, { id: '1x' }, { id: 1.5 }, { id: null }, { id: [1] }, { id: true }])
      assert.deepEqual(await refusal('executeScene', input), [400, 106], JSON.stringify(input));
    for (const id of [999, 0, -1]) assert.deepEqual(await refusal('executeScene', { id }), [400, 112], String(id));
  });

  test('a call that takes more than fifteen seconds is answered with a timeout and may still be carried out', async () => {
    await advance(sandbox.http, 600);
    const asked = Date.now();
    const answer = await ask('executeScene', { id: 1 });
    const took = Date.now() - asked;

    assert.deepEqual(
      [answer.status, answer.errorCode, answer.as<{ errorText: string }>().errorText],
      [408, 116, 'Timeout occurred'],
    );
    assert.ok(took >= 14_900 && took < 16_500, `${took} ms`);
    for (const seconds of NUMBERS) await advance(sandbox.http, 10 * seconds);
    const position = await ask('getComponentData', { cid: 'C25', property: 'brightness' });
    assert.equal(position.as<{ value: unknown }>().value, 80, 'the steps after the wait came too');
  });

  test('a call that does not exist is a timeout at once', async () => {
    const asked = Date.now();
    for (const name of ['getCastle', '__proto__', 'constructor', 'toString', 'getversion', 'getVersion2']) {
      const answer = await ask(name, {});
      assert.deepEqual([answer.status, answer.errorCode], [408, 116], name);
    }
    assert.ok(Date.now() - asked < 2_000);
  });
});

const pick = (record: unknown, keys: readonly string[]): unknown =>
  Object.fromEntries(keys.map((key) => [key, (record as Record<string, unknown>)[key]]));
