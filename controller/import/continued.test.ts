import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continued } from './continued.ts';
import { groupsOf } from './knx/propose-knx.ts';
import { readPrevious } from './previous.ts';
import type { Proposal } from './proposal.ts';

const PREVIOUS = `
name: House
rooms:
  - { id: 7, name: Kitchen }
  - { id: 9, name: Attic }
components:
  - { cid: C20, type: switch, name: Lamp, bus: knx, points: { state: { write: 1/0/1, dpt: "1.001" } } }
  - { cid: C30, type: dimmer, name: Table, bus: knx, points: { state: { write: 1/0/2, dpt: "1.001" }, brightness: { write: 1/0/3, dpt: "5.001" } } }
  - { cid: C40, type: switch, name: Gone, bus: knx, points: { state: { write: 1/0/9, dpt: "1.001" } } }
  - { cid: C50, type: socket, name: Pump, bus: knx, points: { state: { write: 1/0/5, dpt: "1.001" } } }
  - { cid: C90, type: switch, name: Other bus, bus: broker, points: { state: { zigbee2mqtt: a } } }
`;

const component = (cid: string, type: string, name: string, points: Proposal['components'][number]['points']) => ({
  ...{ cid, type, name, rooms: [1], bus: 'knx', points },
});

const NOW: Proposal = {
  source: 'test',
  zones: [{ id: 1, name: 'Floor' }],
  rooms: [
    { id: 1, name: 'Kitchen', zones: [1] },
    { id: 2, name: 'Hall', zones: [] },
  ],
  components: [
    component('C1', 'dimmer', 'Table', { brightness: { write: '1/0/3', status: '1/0/4', dpt: '5.001' } }),
    component('C2', 'switch', 'Lamp over the sink', { state: { write: '1/0/1', dpt: '1.002' } }),
    component('C3', 'switch', 'New', { state: { write: '1/0/6', dpt: '1.001' } }),
    component('C4', 'switch', 'Pump', { state: { write: '1/0/5', dpt: '1.001' } }),
  ],
  unplaced: [],
  doubts: [],
};

test('a second import keeps numbers, gives new ones above all, and says what is different', () => {
  const previous = readPrevious(PREVIOUS, 'knx');
  assert.ok(typeof previous !== 'string');
  const { proposal, difference } = continued(NOW, previous, groupsOf);

  assert.deepEqual(proposal.rooms, [
    { id: 7, name: 'Kitchen', zones: [1] },
    { id: 10, name: 'Hall', zones: [] },
  ]);
  assert.deepEqual(
    proposal.components.map(({ cid, name, rooms }) => [cid, name, rooms]),
    [
      ['C30', 'Table', [7]],
      ['C20', 'Lamp over the sink', [7]],
      ['C91', 'New', [7]],
      ['C50', 'Pump', [7]],
    ],
  );
  assert.deepEqual(difference, [
    'gone: C40 Gone (switch; 1/0/9)',
    'new: C91 New (switch; 1/0/6)',
    'gone: state of C30 Table',
    'changed: brightness of C30 Table: status was nothing, and is 1/0/4 now',
    'name: C20 was "Lamp", and is "Lamp over the sink" now',
    'changed: state of C20 Lamp over the sink: dpt was 1.001, and is 1.002 now',
    'type: C50 Pump was a socket, and is a switch now',
  ]);
});

test('what is no configuration is no earlier import', () => {
  assert.match(String(readPrevious('a: [', 'knx')), /line 1, column \d+: not readable as YAML/);
  assert.match(String(readPrevious('just text', 'knx')), /is no configuration/);
});
