import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type AssistantClient,
  type AssistantHouse,
  assistantHouse,
  settled,
} from '../../../property-tests/assistant-house.ts';

describe('the log of an assistant', () => {
  let house: AssistantHouse;
  let client: AssistantClient;
  beforeEach(async () => {
    house = await assistantHouse();
    client = await house.connect();
    await settled();
  });
  afterEach(async () => {
    await client.close();
    house.close();
  });

  const said = () =>
    client.heard
      .filter(({ method }) => method === 'notifications/message')
      .map(({ params: { level, data } }) => `${level}: ${data}`);

  test('is silent until somebody asks for it', async () => {
    house.reaches('C40', false);
    await house.networkPasses(1);

    assert.deepEqual(said(), []);
  });

  test('tells of devices that come and go, and of alarms', async () => {
    await client.client.setLoggingLevel('notice');
    house.reaches('C40', false);
    await house.networkPasses(1);
    house.reaches('C40', true);
    await house.networkPasses(1);
    house.press('C34', 'leak', 1);
    house.press('C1', 'state', 1);
    await house.networkPasses(1);
    await house.call('setRoom', { id: 1, name: 'Entrance' });

    assert.deepEqual(said(), [
      'warning: Washing machine (C40) cannot be reached any more',
      'notice: Washing machine (C40) can be reached again',
      'alert: Leak sensor under the sink (C34) says leak',
    ]);
  });

  test('leaves out what is less serious than was asked for', async () => {
    await client.client.setLoggingLevel('alert');
    house.reaches('C40', false);
    house.press('C34', 'leak', 1);
    await house.networkPasses(1);

    assert.deepEqual(said(), ['alert: Leak sensor under the sink (C34) says leak']);
  });

  test('tells who changes the configuration', async () => {
    await client.client.setLoggingLevel('info');
    await house.call('setRoom', { id: 1, name: 'Entrance' });
    await settled();

    assert.deepEqual(said(), ['info: rooms: changed 1 (Entrance) by admin with setRoom']);
  });

  test('tells of automations that failed since', async () => {
    const { id } = (await house.call('addAutomation', {
      name: 'Circle',
      triggers: [],
      actions: [
        {
          do: 'repeat',
          times: 1_000,
          actions: [
            { do: 'repeat', times: 1_000, actions: [{ do: 'set', cid: 'C1', property: 'state', value: true }] },
          ],
        },
      ],
    })) as { id: number };
    await client.client.setLoggingLevel('error');
    await house.networkPasses(1);
    await house.call('runAutomation', { id });
    house.passes(60);
    await house.networkPasses(31);

    assert.deepEqual(
      said().map((line) => line.replace(/run \d+/, 'run')),
      ['error: the automation Circle ended with limit (run)'],
    );
  });

  test('says how many messages were too many', async () => {
    await client.client.setLoggingLevel('info');
    for (let number = 0; number < 30; number += 1) await house.call('addRoom', { name: `Cell ${number}` });
    await settled();
    assert.equal(said().length, 20);
    await house.networkPasses(1);
    await house.call('addRoom', { name: 'Last' });
    await settled();

    assert.deepEqual(
      said()
        .slice(20)
        .map((line) => line.replace(/\d+ \(/, '(')),
      [
        'warning: 10 messages were left out, because there were too many',
        'info: rooms: added (Last) by admin with addRoom',
      ],
    );
  });
});
