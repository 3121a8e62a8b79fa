import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AssistantClient, type AssistantHouse, assistantHouse } from '../../../property-tests/assistant-house.ts';

type Row = Readonly<Record<string, unknown>>;
const rows = (list: unknown): readonly Row[] => list as readonly Row[];

describe('the tools of an assistant in the family home', () => {
  let house: AssistantHouse;
  let client: AssistantClient;
  before(async () => {
    house = await assistantHouse();
    client = await house.connect();
  });
  after(async () => {
    await client.close();
    house.close();
  });

  test('find components by a part of the name without accents and case, the best first', async () => {
    const { components, leftOut } = await client.tool('component_find', { query: 'KITCHÉN' });

    assert.equal(rows(components)[0]?.name, 'Kitchen ceiling light');
    assert.equal(leftOut, '6 of 6');
  });

  test('find what is written with a slip of the pen, and say so', async () => {
    const { components, leftOut } = await client.tool('component_find', { query: 'dishwahser' });

    assert.deepEqual(
      rows(components).map(({ cid }) => cid),
      ['C27'],
    );
    assert.match(String(leftOut), /nothing is called 'dishwahser'/);
  });

  test('find by room, zone, type and category together', async () => {
    const inRoom = await client.tool('component_find', { room: 'living room', category: 'lighting' });
    const inZone = await client.tool('component_find', { zone: 4, type: 'thermostat' });

    assert.deepEqual(
      rows(inRoom.components).map(({ cid }) => cid),
      ['C7', 'C8'],
    );
    assert.deepEqual(
      rows(inZone.components).map(({ cid }) => cid),
      ['C70', 'C76', 'C81'],
    );
  });

  test('say what a page left out, how to go on, and what has no room', async () => {
    const first = await client.tool('component_find', { limit: 12 });
    const last = await client.tool('component_find', { limit: 12, offset: 84 });

    assert.equal(first.leftOut, '12 of 95; go on with offset 12; 1 has no room');
    assert.equal(rows(last.components).length, 11);
    assert.equal(last.leftOut, '11 of 95; 1 has no room');
  });

  test('say how old each value is in the time of the house', async () => {
    house.press('C3', 'open', 1);
    const before = await client.tool('component_get_by_id', { cid: 'C3' });
    house.passes(90);
    const later = await client.tool('component_get_by_id', { cid: 'C3' });

    const open = (answer: Row) => rows(answer.data).find(({ property }) => property === 'open');
    assert.equal(open(before)?.ageSeconds, 0);
    assert.equal(open(later)?.ageSeconds, 90);
  });

  test('tell of a component what every other way tells of it, and what can be set', async () => {
    const { data, ...component } = await client.tool('component_get_by_id', { cid: 'C13' });
    const all = rows(await house.call('getAllComponents'));
    const same = all.find(({ cid }) => cid === 'C13');

    assert.deepEqual(component.rooms, [{ id: 2, name: 'Living room' }]);
    assert.deepEqual(
      rows(data).map(({ property, value, content, lastUpdate }) => ({ property, value, content, lastUpdate })),
      same?.data,
    );
    const setpoint = rows(data).find(({ property }) => property === 'setpoint');
    assert.deepEqual([setpoint?.unit, setpoint?.minimum, setpoint?.commandable], ['°C', 5, true]);
  });

  test('read one component without reading all', async () => {
    await client.tool('component_get_by_id', { cid: 'C1' });
    house.asked.length = 0;

    await client.tool('component_get_by_id', { cid: 'C13' });

    assert.deepEqual([...new Set(house.asked)], ['getComponentData']);
  });

  test('find what cannot be reached, and what has been silent', async () => {
    house.reaches('C40', false);
    const { components } = await client.tool('component_find', { unreachable: true });
    const status = await client.tool('system_status');
    const silent = await client.tool('component_find', { silentSeconds: 100_000 });
    house.reaches('C40', true);

    assert.deepEqual(
      rows(components).map(({ cid }) => cid),
      ['C40'],
    );
    assert.deepEqual(
      rows(status.unreachable).map(({ name }) => name),
      ['Washing machine'],
    );
    assert.equal(silent.total, 0);
  });

  test('tell what has changed, the newest first, and the history of one property with its causes', async () => {
    house.passes(3_600);
    house.press('C1', 'state', 1);
    house.passes(1);
    house.press('C1', 'state', 0);

    const latest = await client.tool('component_changes', { seconds: 5, room: 'hall' });
    const old = await client.tool('component_changes', {
      since: '2026-03-04T00:00:00Z',
      component: 'C1',
      property: 'state',
    });

    assert.deepEqual(rows(latest.changes).map(({ cid, property, value }) => [cid, property, value])[0], [
      'C1',
      'state',
      false,
    ]);
    assert.equal(typeof latest.until, 'string');
    // Without a journal there is no history to tell.
    assert.deepEqual(old.changes, []);
  });

  test('list rooms and zones with what is in them, and say what is nowhere', async () => {
    const rooms = await client.tool('room_list', { zone: 'Ground floor', limit: 3 });
    const zones = await client.tool('zone_list');

    assert.equal(rooms.leftOut, '3 of 8; go on with offset 3; of all components, 1 has no room');
    assert.deepEqual(rows(rooms.rooms)[1]?.scenes, ['Coming home', 'Film night', 'Good night', 'Summer shade']);
    assert.equal(rows(rows(zones.zones)[3]?.rooms).length, 3);
  });

  test('list scenes, and one with every step and its name', async () => {
    const all = await client.tool('scene_list', { room: 'Kitchen' });
    const one = await client.tool('scene_list', { scene: 'film night' });

    assert.deepEqual(
      rows(all.scenes).map(({ name, steps }) => [name, steps]),
      [
        ['Good morning', 7],
        ['Dinner', 3],
      ],
    );
    const [scene] = rows(one.scenes);
    assert.equal(scene?.waitSeconds, 3);
    assert.deepEqual(rows(scene?.steps)[0], {
      cid: 'C10',
      property: 'position',
      value: 100,
      name: 'Living room blind left',
    });
  });

  test('make a scene from steps with names, and from the present state', async () => {
    const written = await client.tool('scene_create', {
      name: 'Reading',
      rooms: ['living room'],
      steps: [
        { component: 'reading lamp', property: 'brightness', value: 60 },
        { wait: 2 },
        { component: 'C9', property: 'state', value: false },
      ],
    });
    const captured = await client.tool('scene_create', { name: 'As it is', capture: ['C7', 'Reading lamp'] });

    assert.deepEqual([written.rooms, written.steps], [['Living room'], 3]);
    assert.deepEqual(house.twin.scenes.get(Number(written.id))?.steps[0], {
      cid: 'C8',
      property: 'brightness',
      value: 60,
    });
    assert.ok(Number(captured.steps) >= 2);
  });

  test('make an automation that is switched off, rehearse it, switch it, run it, and tell of its runs', async () => {
    const made = await client.tool('automation_create', {
      name: 'Light in the hall',
      triggers: [{ when: 'change', cid: 'C4', property: 'motion', to: true }],
      actions: [{ do: 'set', cid: 'C1', property: 'state', value: true }],
    });
    assert.equal(made.enabled, false);
    assert.match(JSON.stringify(made.rehearsal), /would be sent/);

    const switched = await client.tool('automation_switch', { automation: 'light in the hall', enabled: true });
    const dry = await client.tool('automation_run', { automation: made.id, dryRun: true });
    const run = await client.tool('automation_run', { automation: made.id });
    house.passes(2);
    const traces = await client.tool('automation_traces', { automation: made.id });
    const listed = await client.tool('automation_list', { query: 'hall' });
    const whole = await client.tool('automation_list', { automation: 'Light in the hall' });

    assert.deepEqual([switched.before, switched.enabled], [false, true]);
    assert.equal(dry.run, undefined);
    assert.equal(rows(traces.runs).length, 1);
    assert.equal(rows(traces.runs)[0]?.run, run.run);
    assert.equal(rows(listed.automations)[0]?.actions, 1);
    assert.equal(rows(rows(whole.automations)[0]?.actions).length, 1);
    assert.equal(house.twin.components.get('C1')?.entry('state')?.value, true);
  });

  test('list users without secrets, and skills', async () => {
    const users = await client.tool('user_list');
    const skills = await client.tool('skill_list');

    assert.deepEqual(
      rows(users.users).map(({ username, group }) => [username, group]),
      [['admin', 'admin']],
    );
    assert.doesNotMatch(JSON.stringify(users), /password/);
    assert.ok(rows(skills.skills).some(({ id }) => id === 'automations'));
  });

  test('tell the state of the system with its alarms', async () => {
    house.press('C34', 'leak', 1);
    const status = await client.tool('system_status');

    assert.deepEqual(
      rows(status.alarms).map(({ cid, property }) => [cid, property]),
      [['C34', 'leak']],
    );
    assert.equal(status.readOnly, false);
    assert.equal((status.counts as Row).components, 95);
  });

  test('leave nothing behind that went wrong', () => {
    assert.deepEqual([client.faults, house.problems], [[], []]);
  });
});
