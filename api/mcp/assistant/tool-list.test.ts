import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AssistantClient, type AssistantHouse, assistantHouse } from '../../../property-tests/assistant-house.ts';

describe('the list of tools of an assistant', () => {
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

  test('has 14 to 20, whatever is in the house, and stays under 5 000 tokens', async () => {
    const list = await client.client.listTools();
    const json = JSON.stringify(list);
    /** No tokenizer makes more of it: one token for every 3.2 bytes, and at least one for each piece of a word or sign. */
    const pieces = json.match(/[A-Za-z]{1,8}|\d{1,3}|[^A-Za-z\d\s]{1,3}|\s{2,}/g)?.length ?? 0;

    assert.ok(list.tools.length >= 14 && list.tools.length <= 20, `${list.tools.length}`);
    assert.ok(Buffer.byteLength(json) / 3.2 < 5_000, `${Buffer.byteLength(json)} bytes`);
    assert.ok(pieces < 5_000, `${pieces} pieces`);
  });

  test('has names of noun then verb; tools say what they do, and take and answer nothing that is not written down', async () => {
    const { tools } = await client.client.listTools();

    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      assert.match(name, /^[a-z]+(_[a-z]+)+$/);
      assert.ok(description, name);
      assert.equal(inputSchema.additionalProperties, false, name);
      assert.equal(outputSchema?.additionalProperties, false, name);
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
      for (const hint of hints) assert.equal(typeof annotations?.[hint], 'boolean', `${name} ${hint}`);
    }
    assert.equal(
      tools.some(({ name }) => /restore|reset|port|remote|webhook|token/.test(name)),
      false,
    );
    assert.deepEqual(
      tools.filter(({ name }) => name.startsWith('user_')).map(({ annotations }) => annotations?.readOnlyHint),
      [true],
    );
  });
});
