import type { BusPoint } from '../../../hardware/bus.ts';
import type { MqttAddress } from '../../../hardware/mqtt/address.ts';
import { mqtt } from '../../../hardware/mqtt/index.ts';
import { type Cid, kindOf } from '../../../twin/index.ts';
import { counted } from '../../counted.ts';
import { asName, type Point, type Proposal, type ProposedComponent, type Unplaced } from '../proposal.ts';
import type { ZigbeeDevice, ZigbeeFeature } from './zigbee-device.ts';
import { recipesFor } from './zigbee-recipes.ts';

/** The components that the devices of a Zigbee network are. `base` is the base topic of Zigbee2MQTT. */
export const proposeZigbee = (devices: readonly ZigbeeDevice[], bus: string, base: string): Proposal => {
  const components: ProposedComponent[] = [];
  const unplaced: Unplaced[] = [];
  for (const device of devices) {
    if (device.fault !== null) {
      unplaced.push({ what: called(device), why: device.fault });
      continue;
    }
    const used = new Set<ZigbeeFeature>();
    for (const { type, suffix, rows } of recipesFor(device)) {
      const points = pointsOf({ device, type, rows, base }, used);
      if (Object.keys(points).length === 0) continue;
      const name = asName([device.name, suffix].filter(Boolean).join(' '), 'Device');
      components.push({ cid: `C${components.length + 1}`, type, name, rooms: [], bus, points });
    }
    // A color is exposed once for each form in which it can be told.
    const taken = new Set([...used].map(({ property }) => property));
    const left = device.parts.flatMap(({ features }) => features.filter(({ property }) => !taken.has(property)));
    if (left.length > 0) {
      const names = [...new Set(left.map(({ property }) => property))].join(', ');
      unplaced.push({ what: called(device), why: `${names}: no property of its components is that` });
    }
  }
  const source = `Zigbee2MQTT (${counted(devices.length, 'device')})`;
  return { source, zones: [], rooms: [], components, unplaced, doubts: [] };
};

const called = ({ name, model }: ZigbeeDevice): string => (model === '' ? name : `${name} (${model})`);

interface Composing {
  readonly device: ZigbeeDevice;
  readonly type: string;
  /** Features by the property that they are. */
  readonly rows: readonly (readonly [property: string, feature: ZigbeeFeature])[];
  readonly base: string;
}

/** Without what the bus would refuse, or could never hear. */
const pointsOf = ({ device, type, rows, base }: Composing, used: Set<ZigbeeFeature>): { [property: string]: Point } => {
  const points: { [property: string]: Point } = {};
  for (const [property, feature] of rows) {
    const kind = kindOf(type)?.properties[property];
    if (kind === undefined || !feature.isPublished) continue;
    const address = {
      zigbee2mqtt: device.name,
      ...(base === DEFAULT_BASE ? {} : { base }),
      ...(USUAL[property] === feature.property ? {} : { path: feature.property }),
    };
    const point: BusPoint<MqttAddress> = { cid: 'C1' as Cid, property, kind, address };
    const faults = mqtt.check?.({ url: 'mqtt://broker' }, [point]) ?? [];
    if (faults.length > 0) continue;
    points[property] = address;
    used.add(feature);
  }
  return points;
};

export const DEFAULT_BASE = 'zigbee2mqtt';

/** Where a property stands unless the point says otherwise. */
const USUAL: { readonly [property: string]: string } = {
  ...{ state: 'state', brightness: 'brightness', colorTemperature: 'color_temp', color: 'color' },
  ...{ temperature: 'temperature', humidity: 'humidity', illuminance: 'illuminance', motion: 'occupancy' },
  ...{ presence: 'presence', open: 'contact', leak: 'water_leak', smoke: 'smoke', charge: 'battery', co2: 'co2' },
  ...{ setpoint: 'occupied_heating_setpoint', valve: 'pi_heating_demand', locked: 'state', power: 'power' },
  ...{ energy: 'energy', energyImported: 'energy', stop: 'state', moving: 'motor_state', angle: 'tilt' },
  ...{ mode: 'system_mode', position: 'position' },
};

/** A device by its name, and what of it. */
export const topicsOf = ({ zigbee2mqtt: name, base = DEFAULT_BASE, path = '' }: Point): readonly string[] =>
  name === undefined ? [] : [`${base}/${name} ${path}`.trim()];
