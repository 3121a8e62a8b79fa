import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { afterAbsence } from './absence.ts';
import type { House } from './building/house.ts';
import { hours, type Instant, later, minutes } from './clock/clock.ts';
import { type AutomationRecord, createTwin, KINDS, type TwinState, VirtualClock } from './index.ts';

const SIX = Date.parse('2026-03-02T06:00:00Z') as Instant;

const morning: AutomationRecord = {
  id: 1,
  name: 'Morning light',
  enabled: true,
  mode: 'single',
  triggers: [{ when: 'time', at: '07:00' }],
  conditions: [],
  actions: [{ do: 'set', cid: 'C1', property: 'state', value: true }],
};

const house: House = {
  name: 'Hut',
  timeZone: 'UTC',
  place: { latitude: 50, longitude: 10 },
  components: [{ cid: 'C1', name: 'Lamp', category: 'lighting', type: 'switch', rooms: [], backend: null }],
  rooms: [],
  zones: [],
  scenes: [],
  automations: [morning],
};

const twinAt = (now: Instant, state?: TwinState) => {
  const clock = new VirtualClock(now);
  const kinds = new Map(KINDS.map((kind) => [kind.type, kind]));
  const twin = createTwin({
    house,
    kinds,
    clock,
    backends: [],
    journal: { append: () => {} },
    ...(state && { state }),
  });
  return { clock, twin, lit: () => twin.components.get('C1')?.entry('state')?.value === true };
};

describe('a controller that was off when an automation was due', () => {
  const left = (() => {
    const { twin } = twinAt(SIX);
    return twin.state();
  })();

  test('makes up for it if that was only just', () => {
    const now = later(SIX, minutes(70));
    const { clock, lit } = twinAt(now, afterAbsence(left, now));
    clock.advanceTo(now);

    assert.ok(lit());
  });

  test('leaves it be if that was long ago, and runs it the next time', () => {
    const now = later(SIX, hours(12));
    const { clock, lit } = twinAt(now, afterAbsence(left, now));
    clock.advanceTo(later(SIX, hours(24)));
    assert.equal(lit(), false);
    clock.advanceTo(later(SIX, hours(25)));

    assert.ok(lit());
  });
});
