import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AssistantClient, type AssistantHouse, assistantHouse } from '../../../property-tests/assistant-house.ts';

describe('the prompts of an assistant', () => {
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

  const get = (name: string, given: Record<string, string> = {}) => client.client.getPrompt({ name, arguments: given });
  /** The words, and the data that are embedded, by their address. */
  const written = async (name: string, given: Record<string, string> = {}) => {
    const { messages } = await get(name, given);
    const data: Record<string, Record<string, unknown>> = {};
    const words: string[] = [];
    for (const { role, content } of messages) {
      assert.equal(role, 'user');
      if (content.type === 'text') words.push(content.text);
      else if (content.type === 'resource' && 'text' in content.resource) {
        data[content.resource.uri] = JSON.parse(content.resource.text as string);
      }
    }
    return { words: words.join('\n'), data };
  };

  test('are for the tasks of everyday, and say which arguments they take', async () => {
    const { prompts } = await client.client.listPrompts();

    assert.deepEqual(
      prompts.map(({ name, arguments: given = [] }) =>
        [name, ...given.map((one) => `${one.name}${one.required ? '!' : ''}`)].join(' '),
      ),
      [
        'status_report room',
        'absence_review hours',
        'energy_report',
        'device_check hours',
        'cold_explain room!',
        'home_leave',
        'scene_draft idea! room',
        'automation_draft idea!',
        'automation_explain automation!',
      ],
    );
  });

  test('a status report brings the present state of the house, or of one room', async () => {
    const whole = await written('status_report');
    const room = await written('status_report', { room: 'kitchen' });

    assert.equal(whole.data['service://components/all']?.leftOut, '95 of 95; 1 has no room');
    assert.ok(whole.data['service://status']);
    assert.equal(room.data['service://rooms/4']?.name, 'Kitchen');
  });

  test('why it is cold somewhere is looked up where the heat comes from', async () => {
    const { words, data } = await written('cold_explain', { room: 'Bathroom' });

    assert.match(words, /Why is it cold in the room Bathroom/);
    assert.match(JSON.stringify(data['service://rooms/13']), /Bathroom thermostat/);
    assert.match(JSON.stringify(data['service://components/heat']), /Heat pump/);
  });

  test('an energy report brings everything that makes, stores, counts or draws power', async () => {
    const { data } = await written('energy_report');
    const text = JSON.stringify(data);

    for (const name of ['Grid meter', 'Solar inverter', 'House battery', 'Wallbox', 'Fridge'])
      assert.match(text, new RegExp(name));
  });

  test('what happened meanwhile begins where one says', async () => {
    house.press('C3', 'open', 1);
    house.passes(7_200);
    const long = await written('absence_review', { hours: '3' });
    const short = await written('absence_review', { hours: '1' });
    const isTold = ({ data }: typeof long) =>
      /"cid":"C3","name":"Front door","rooms":\["Hall"\],"property":"open"/.test(JSON.stringify(data));

    assert.deepEqual([isTold(long), isTold(short)], [true, false]);
  });

  test('devices that need care are found', async () => {
    house.reaches('C40', false);
    const { data } = await written('device_check');
    house.reaches('C40', true);

    assert.match(JSON.stringify(data['service://devices/check']), /"unreachable":\{"components":\[\{"cid":"C40"/);
  });

  test('leaving home brings doors, lights and scenes', async () => {
    const { data } = await written('home_leave');
    const text = JSON.stringify(data);

    for (const name of ['Front door lock', 'Kitchen window', 'Hall ceiling light', 'Leaving home']) {
      assert.match(text, new RegExp(name));
    }
  });

  test('a scene and an automation are drafted with what is there already, and the form of an automation', async () => {
    const scene = await written('scene_draft', { idea: 'Reading in the evening', room: 'Living room' });
    const automation = await written('automation_draft', { idea: 'Light when it gets dark' });
    const explained = await written('automation_explain', { automation: 'night setback' });

    assert.match(scene.words, /Reading in the evening/);
    assert.match(JSON.stringify(scene.data), /Film night.*/);
    assert.match(JSON.stringify(automation.data['service://automations/schema']), /threshold/);
    assert.match(JSON.stringify(automation.data['service://automations/all']), /Morning blinds/);
    assert.match(JSON.stringify(explained.data), /22:30/);
  });

  test('what is missing, unknown or not there is an error of the protocol, with the nearest names', async () => {
    await assert.rejects(get('cold_explain'), /-32602.*Missing argument: room/);
    await assert.rejects(get('cold_explain', { room: 'Kitchn' }), /-32602.*did you mean Kitchen\?/);
    await assert.rejects(get('status_report', { rom: 'Kitchen' }), /-32602.*Unknown argument: rom/);
    await assert.rejects(get('house_burn'), /-32602.*Unknown prompt/);
  });

  const completed = async (
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    name: string,
    value: string,
  ) => (await client.client.complete({ ref, argument: { name, value } })).completion;

  test('names are completed from their beginning, then from any part', async () => {
    const ref = { type: 'ref/prompt', name: 'cold_explain' } as const;

    assert.deepEqual((await completed(ref, 'room', 'ga')).values, ['Garage', 'Garden']);
    assert.deepEqual((await completed(ref, 'room', 'ROOM')).values.includes('Bathroom'), true);
    assert.deepEqual((await completed(ref, 'room', 'li')).values[0], 'Living room');
    assert.equal((await completed(ref, 'room', '')).total, 15);
    assert.deepEqual(
      (await completed({ type: 'ref/prompt', name: 'automation_explain' }, 'automation', 'night')).values,
      ['Night setback'],
    );
    assert.deepEqual((await completed({ type: 'ref/prompt', name: 'scene_draft' }, 'idea', 'x')).values, []);
    await assert.rejects(completed(ref, 'rom', ''), /Unknown argument/);
  });

  test('variables of templates are completed with ids, also from a name, at most 100', async () => {
    const components = { type: 'ref/resource', uri: 'service://components/{cid}' } as const;

    assert.deepEqual((await completed(components, 'cid', 'C9')).values.slice(0, 3), ['C9', 'C90', 'C91']);
    assert.deepEqual((await completed(components, 'cid', 'dishw')).values, ['C27']);
    assert.deepEqual((await completed({ type: 'ref/resource', uri: 'service://rooms/{id}' }, 'id', 'kitch')).values, [
      '4',
    ]);
    assert.deepEqual((await completed({ type: 'ref/resource', uri: 'service://scenes/{id}' }, 'id', 'film')).values, [
      '5',
    ]);
    for (let number = 0; number < 100; number += 1) await house.call('addRoom', { name: `Cell ${number}` });
    const { values, total, hasMore } = await completed({ type: 'ref/resource', uri: 'service://rooms/{id}' }, 'id', '');
    assert.deepEqual([values.length, total, hasMore], [100, 115, true]);
    await assert.rejects(
      completed({ type: 'ref/resource', uri: 'service://users/{id}' }, 'id', ''),
      /Unknown resource/,
    );
  });
});
