import { OWNER } from './client.ts';

/** Ports of the other ends of the buses. */
export interface BusPorts {
  readonly knx: number;
  readonly line: number;
  readonly broker: number;
}

/** A component that can be switched, and the bus that it hangs on. */
export interface Switch {
  readonly cid: string;
  readonly bus: 'knx' | 'line' | 'broker';
}

/** On each bus. */
const SWITCHES = 6;
const BUSES = ['knx', 'line', 'broker'] as const;

/** Every switch of the building: C1 to C6 on KNX, C11 to C16 on the Modbus line, C21 to C26 on the broker. */
export const switches: readonly Switch[] = BUSES.flatMap((bus, index) =>
  Array.from({ length: SWITCHES }, (_, number) => ({ bus, cid: `C${10 * index + number + 1}` })),
);

/** What only ever counts up, so that anybody sees when something told has been forgotten. */
export const COUNTERS = [
  { cid: 'C31', property: 'power', bus: 'broker' },
  { cid: 'C32', property: 'power', bus: 'line' },
] as const;

const point = ({ bus, cid }: Switch): string => {
  const number = Number(cid.slice(1)) % 10;
  if (bus === 'knx') return `{ dpt: "1.001", write: 1/0/${number}, status: 1/4/${number} }`;
  if (bus === 'line') return `{ unit: ${1 + (number % 2)}, holding: ${number}, write: true, poll: 0.5 }`;
  return `{ topic: state/${number}, command: { topic: set/${number} } }`;
};

const scene = (id: number, name: string, value: boolean): string =>
  `  - { id: ${id}, name: ${name}, rooms: [1], steps: [${BUSES.map((_, index) => `{ cid: C${10 * index + 1}, property: state, value: ${value} }`).join(', ')}] }`;

/** The configuration of a building that hangs on three buses, with simulated rooms beside them, in which something happens all day. */
export const building = ({ knx, line, broker }: BusPorts): string => `name: Soak
timeZone: Europe/Berlin
place: { latitude: 52.5, longitude: 13.4 }
data: data
administrator: { username: ${OWNER.username}, password: { env: SOAK_PASSWORD } }
buses:
  knx: { type: knx, gateway: "127.0.0.1:${knx}" }
  line: { type: modbus, tcp: "127.0.0.1:${line}", timeout: 0.5, retries: 1, poll: 0.5 }
  broker: { type: mqtt, url: "mqtt://127.0.0.1:${broker}", keepalive: 2 }
rooms:
  - { id: 1, name: Hall }
  - { id: 2, name: Simulated room }
components:
${switches.map((each) => `  - { cid: ${each.cid}, type: switch, name: Switch ${each.cid}, rooms: [1], bus: ${each.bus}, points: { state: ${point(each)} } }`).join('\n')}
  - { cid: C31, type: energy-meter, name: Counter, rooms: [1], bus: broker, points: { power: { topic: counter } } }
  - { cid: C32, type: energy-meter, name: Register, rooms: [1], bus: line, points: { power: { unit: 1, holding: 20, type: uint16, poll: 0.5 } } }
  - { cid: C41, type: dimmer, name: Ceiling, rooms: [2], bus: simulator, device: { watts: 40 } }
  - { cid: C42, type: motion-sensor, name: Motion, rooms: [2], bus: simulator }
  - { cid: C43, type: thermostat, name: Heating, rooms: [2], bus: simulator }
  - { cid: C44, type: temperature-sensor, name: Thermometer, rooms: [2], bus: simulator }
scenes:
${scene(1, 'All on', true)}
${scene(2, 'All off', false)}
automations:
  - { id: 1, name: Morning, triggers: [{ when: time, at: "06:30" }], actions: [{ do: set, cid: C2, property: state, value: true }, { do: set, cid: C12, property: state, value: true }, { do: set, cid: C22, property: state, value: true }] }
  - { id: 2, name: Evening, triggers: [{ when: sun, event: sunset }], actions: [{ do: set, cid: C2, property: state, value: false }, { do: wait, seconds: 60 }, { do: set, cid: C12, property: state, value: false }, { do: set, cid: C22, property: state, value: false }] }
  - { id: 3, name: Follow, triggers: [{ when: change, cid: C3, property: state }], actions: [{ do: set, cid: C41, property: brightness, value: 50 }, { do: wait, seconds: 600 }, { do: set, cid: C41, property: state, value: false }] }
  - { id: 4, name: Often, triggers: [{ when: change, cid: C42, property: motion }], actions: [{ do: set, cid: C24, property: state, value: true }] }
`;
