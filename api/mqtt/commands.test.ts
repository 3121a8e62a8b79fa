import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IPublishPacket } from 'mqtt';
import type { Caller } from '../caller.ts';
import type { Answer } from '../gate.ts';
import { LIMITS } from '../limits.ts';
import { noQueueDrops } from '../queue-drops.ts';
import type { BrokerLink } from './broker-link.ts';
import { Commands } from './commands.ts';
import type { Topics } from './topics.ts';

test('commands that find no room are answered with 116 and counted, until others have ended', async () => {
  const drops = noQueueDrops();
  const answers: string[] = [];
  const ends: ((answer: Answer) => void)[] = [];
  const commands = new Commands({
    gate: { handle: () => new Promise((resolve) => ends.push(resolve)) },
    topics: {
      commanded: () => ({ cid: 'C1', property: 'state' }),
      value: () => 'house/C1/state',
    } as unknown as Topics,
    link: {
      fits: () => true,
      publish: (_: string, payload: string) => answers.push(payload),
    } as unknown as BrokerLink,
    reserved: [],
    caller: () => ({}) as Caller,
    takesWords: () => false,
    refused: () => {},
    say: () => {},
    drops,
  });
  const command = {
    ...{ cmd: 'publish', topic: 'house/C1/state/set', payload: 'true', qos: 1, dup: false, retain: false },
    properties: { responseTopic: 'mine' },
  } as IPublishPacket;
  for (let count = 0; count < LIMITS.mqttCommandsUnderWay.value + 2; count += 1) commands.take(command);

  assert.equal(drops.mqtt, 2);
  assert.deepEqual(
    answers.map((text) => JSON.parse(text).errorCode),
    [116, 116],
  );
  for (const end of ends) end({ ok: true, status: 200, result: { C1: true } } as Answer);
  await new Promise(setImmediate);
  commands.take(command);
  assert.equal(drops.mqtt, 2);
  assert.equal(commands.figures.taken, LIMITS.mqttCommandsUnderWay.value);
});
