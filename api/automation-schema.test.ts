import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openSmallHouse } from '../property-tests/small-house.ts';
import { automationSchema } from './automation-schema.ts';

const FILE = new URL('../docs/automation.schema.json', import.meta.url);

const lamp = { do: 'set', cid: 'C1', property: 'state', value: true };
const on = { if: 'value', cid: 'C1', property: 'state', is: true };
const base = { name: 'One', triggers: [{ when: 'start' }], actions: [lamp] };
const deep = {
  ...{ name: 'All', enabled: false, mode: 'queued', limit: 3 },
  triggers: [
    { when: 'change', cid: 'C1', property: 'state', to: true, for: 60 },
    { when: 'threshold', cid: 'C2', property: 'brightness', above: 12, hysteresis: 3 },
    { when: 'time', at: '06:30', weekdays: ['mon'] },
    { when: 'sun', event: 'sunset', offset: -600 },
    { when: 'scene', scene: 1 },
  ],
  conditions: [{ or: [on, { not: { and: [on, { if: 'time', after: '22:00' }] } }] }, { if: 'sun', is: 'up' }],
  actions: [
    { do: 'waitFor', condition: on, limit: 10, otherwise: 'stop' },
    { do: 'choose', options: [{ conditions: [on], actions: [lamp] }], otherwise: [{ do: 'wait', seconds: 1 }] },
    { do: 'repeat', while: { not: on }, actions: [{ do: 'scene', scene: 1 }] },
  ],
};
const bad = [
  {},
  ...[' ', 'x ', ' x', 'x\ty', 'x\u0085y', ''].map((name) => ({ ...base, name })),
  { ...base, limit: 0 },
  { ...base, mode: 'twice' },
  { ...base, more: 1 },
  { ...base, triggers: [{ when: 'never' }] },
  { ...base, triggers: [{ when: 'threshold', cid: 'C2', property: 'brightness' }] },
  { ...base, triggers: [{ when: 'change', cid: 'C1', property: 'state', for: 5 }] },
  { ...base, triggers: [{ when: 'time', at: '24:00' }] },
  { ...base, conditions: [{ if: 'value', cid: 'C1', property: 'state' }] },
  { ...base, conditions: [{ not: on, and: [on] }] },
  { ...base, conditions: [{ or: [] }] },
  { ...base, actions: [{ do: 'repeat', actions: [lamp] }] },
  { ...base, actions: [{ do: 'choose', options: [{ actions: [lamp] }] }] },
  { ...base, actions: [{ do: 'waitFor', condition: { if: 'never' }, limit: 1 }] },
];

test('the published schema is the one of this version', () => {
  assert.deepEqual(JSON.parse(readFileSync(FILE, 'utf8')), automationSchema(), SAY);
});

const SAY = 'write it anew with: npx tsx scripts/write-automation-schema.ts';

test('the schema takes what the twin takes, and refuses what the twin refuses', async () => {
  const check = new Ajv2020({ strict: true, strictRequired: false }).compile(automationSchema());
  const { twin } = await openSmallHouse();
  const takes = (record: object): boolean => {
    const whole = { enabled: true, mode: 'single', conditions: [], ...record };
    const change = { collection: 'automations', action: 'add', record: whole } as never;
    return twin.configure(change, { by: 'user', user: 'admin', call: 'addAutomation' }).ok;
  };
  for (const record of [base, deep, { ...base, name: 'x' }, { ...base, name: 'Ä b', limit: null }]) {
    assert.ok(check(record), JSON.stringify(check.errors));
    assert.ok(takes(record), record.name);
  }
  for (const record of bad) {
    assert.equal(check(record), false, JSON.stringify(record));
    assert.equal(takes(record), false, JSON.stringify(record));
  }
});
