import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type AssistantClient,
  type AssistantHouse,
  assistantHouse,
  settled,
} from '../../../property-tests/assistant-house.ts';

describe('a component that is set', () => {
  let house: AssistantHouse;
  let client: AssistantClient;
  beforeEach(async () => {
    house = await assistantHouse();
    client = await house.connect();
  });
  afterEach(async () => {
    await client.close();
    house.close();
  });

  const set = (component: string, property: string, value: unknown) =>
    client.tool('component_set', { component, property, value });

  test('is answered when the device has confirmed it, with what it was and what it became', async () => {
    house.press('C1', 'state', 0);
    house.passes(10);
    const answer = set('hall ceiling light', 'state', true);
    await settled();
    house.passes(1);

    assert.deepEqual(await answer, {
      ...{ cid: 'C1', name: 'Hall ceiling light', property: 'state', requested: true },
      before: { value: false, ageSeconds: 10 },
      observed: [true],
      after: { value: true, ageSeconds: 1 },
      ...{ confirmed: true, reachable: true, note: 'the device reported the value' },
    });
  });

  test('is confirmed by the value that was asked for, not by those on the way there', async () => {
    house.press('C7', 'brightness', 0);
    const answer = set('C7', 'brightness', 80);
    await settled();
    for (let step = 0; step < 10; step += 1) {
      house.passes(0.2);
      await house.networkPasses(0.2);
    }
    const { confirmed, observed } = await answer;

    assert.equal(confirmed, true);
    const seen = observed as readonly number[];
    assert.ok(seen.length > 1 && seen.at(-1) === 80, `${seen}`);
  });

  test('is not confirmed after 5 seconds if its device says nothing, which is no error', async () => {
    house.press('C1', 'state', 0);
    let ended = false;
    const answer = set('C1', 'state', true).finally(() => {
      ended = true;
    });
    await house.networkPasses(4.5);
    assert.equal(ended, false);
    await house.networkPasses(0.5);
    const { confirmed, observed, after, note } = await answer;

    assert.deepEqual([confirmed, observed, (after as { value: unknown }).value], [false, [], false]);
    assert.match(String(note), /clock stands still/);
  });

  test('is not confirmed by what another device says', async () => {
    house.press('C1', 'state', 0);
    const answer = set('C1', 'state', true);
    await settled();
    house.press('C24', 'state', 1);
    await house.networkPasses(5);

    assert.deepEqual([(await answer).confirmed, (await answer).observed], [false, []]);
    assert.equal(house.listeners(), 0);
  });

  test('says of a device that cannot be reached that it cannot', async () => {
    house.press('C1', 'state', 0);
    house.reaches('C1', false);
    const answer = set('C1', 'state', true);
    await house.networkPasses(5);
    const { confirmed, reachable, note } = await answer;

    assert.deepEqual([confirmed, reachable], [false, false]);
    assert.match(String(note), /last known value/);
  });

  test('is not waited for any longer once the client has cancelled', async () => {
    const cancel = new AbortController();
    const request = { name: 'component_set', arguments: { component: 'C1', property: 'state', value: true } };
    const answer = client.client.callTool(request, undefined, { signal: cancel.signal });
    await settled();
    cancel.abort('enough');

    await assert.rejects(answer, /enough/);
    await settled();
    assert.equal(house.listeners(), 0);
    // Nobody listens for the answer of the device any more, and the session goes on.
    house.passes(1);
    assert.equal((await client.tool('component_get_by_id', { cid: 'C1' })).cid, 'C1');
    assert.deepEqual(client.faults, []);
  });
});
