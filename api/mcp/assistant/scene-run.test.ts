import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  type AssistantClient,
  type AssistantHouse,
  assistantHouse,
  settled,
} from '../../../property-tests/assistant-house.ts';

describe('a scene that an assistant runs', () => {
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

  const isRunning = (id: number): boolean => house.twin.lastRun(id) === undefined;

  test('is answered when its last step was carried out', async () => {
    const answer = client.tool('scene_run', { scene: 'film night' });
    await settled();
    house.passes(4);

    assert.deepEqual(await answer, {
      ...{ id: 5, name: 'Film night', finished: true, steps: 8, failedSteps: [] },
      note: 'every command was sent; ask for the components to see what they did',
    });
  });

  test('that lasts longer than a call is answered after 15 seconds, and goes on', async () => {
    const answer = client.tool('scene_run', { scene: 6 });
    await house.networkPasses(15);
    const { finished, note } = await answer;

    assert.equal(finished, false);
    assert.match(String(note), /still runs and goes on by itself/);
    house.passes(70);
    assert.equal(isRunning(6), false);
  });

  test('tells how far it is to whoever asks, and is waited for to its end', async () => {
    const told: number[] = [];
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) => {
      assert.equal(total, 60);
      told.push(progress);
    };
    const answer = client.client.callTool({ name: 'scene_run', arguments: { scene: 6 } }, undefined, {
      onprogress,
      timeout: 600_000,
    });
    for (let second = 0; second < 65; second += 1) {
      await settled();
      house.passes(1);
      await house.networkPasses(1);
    }
    const { structuredContent } = await answer;

    assert.equal((structuredContent as { finished: unknown }).finished, true);
    assert.ok(told.length > 30, `${told.length}`);
    assert.deepEqual(
      told,
      [...new Set(told)].sort((one, other) => one - other),
      'it only ever goes forward',
    );
    await client.tool('room_list');
  });

  test('does not say that it is further while the clock of the house stands still', async () => {
    const told: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void told.push(progress);
    const request = { name: 'scene_run', arguments: { scene: 6 } };
    const answer = client.client.callTool(request, undefined, { onprogress, timeout: 600_000 });
    await house.networkPasses(5);
    assert.deepEqual(told, [0]);

    house.passes(70);
    await house.networkPasses(1);
    assert.equal(((await answer).structuredContent as { finished: unknown }).finished, true);
  });

  test('goes on when nobody waits for it any longer, which is said', async () => {
    const cancel = new AbortController();
    const request = { name: 'scene_run', arguments: { scene: 6 } };
    const answer = client.client.callTool(request, undefined, { signal: cancel.signal });
    await settled();
    cancel.abort('enough');
    await assert.rejects(answer, /enough/);
    await settled();

    assert.match(JSON.stringify(client.heard), /nobody waits for the scene Good night any longer; it goes on/);
    house.passes(70);
    assert.equal(isRunning(6), false);
  });

  test('is stopped where it is, and whoever waits is told', async () => {
    const answer = client.tool('scene_run', { scene: 'Good night' });
    await settled();
    const stopped = await client.tool('scene_stop', { scene: 'good night' });
    const { finished, note } = await answer;

    assert.equal(stopped.id, 6);
    assert.deepEqual([finished, note], [false, 'it was stopped before its end']);
  });

  test('has a place among 16 tools at a time, and the next one is turned away', async () => {
    const waiting = Array.from({ length: 16 }, () => client.tool('scene_run', { scene: 6 }));
    await settled();
    const fault = await client.fault('room_list');
    assert.match(fault.message, /too many tools/);

    await house.networkPasses(15);
    await Promise.all(waiting);
    assert.equal((await client.tool('room_list')).total, 15);
  });
});
