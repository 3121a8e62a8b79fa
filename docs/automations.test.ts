import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { loadScenario } from '../controller/scenario/index.ts';
import { faultOf, kindOf } from '../twin/index.ts';

const PAGE = new URL('automations.md', import.meta.url).pathname;
const WRITTEN = new URL('../scenarios/', import.meta.url).pathname;
const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

describe('the automations in the guide', () => {
  test('are some', () => assert.ok(blocks.length >= 3));

  for (const text of blocks) {
    const record = JSON.parse(text) as { readonly name: string };
    test(`"${record.name}" can be added to the family home as it stands`, async () => {
      const { house } = await loadScenario('family-home', { written: WRITTEN });
      const row = (cid: string, property: string) =>
        kindOf(house.components.find((component) => component.cid === cid)?.type ?? '')?.properties[property];

      const fault = faultOf(record, {
        hasScene: (id) => house.scenes.some((scene) => scene.id === id),
        row,
      });

      assert.equal(fault, null);
    });
  }
});
