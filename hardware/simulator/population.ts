import { type House, kindOf } from '../../twin/index.ts';
import type { Device } from './device.ts';
import { MODELS } from './models/index.ts';
import type { SimulatorSettings } from './settings.ts';
import { SimulatedDevice } from './simulated-device.ts';
import { SimulatedRoom } from './simulated-room.ts';

/** The rooms and devices of a house, and those of the devices that the whole house looks at. */
export interface Population {
  readonly rooms: ReadonlyMap<number, SimulatedRoom>;
  readonly devices: ReadonlyMap<string, SimulatedDevice>;
  /** By the part of the house in which they observe what happens. */
  readonly house: readonly Device[];
  readonly store: readonly Device[];
  readonly meter: readonly Device[];
  readonly heatPumps: readonly Device[];
  readonly ventilations: readonly Device[];
  /** Rooms that are kept warm. */
  readonly heated: readonly SimulatedRoom[];
}

/** Room 0 is the house itself. */
const ITSELF = { id: 0 };

/** Puts every component that `backend` reaches as a device into the first of its rooms. */
export function populate(house: House, settings: SimulatorSettings, backend: string): Population {
  const rooms = new Map(
    [ITSELF, ...house.rooms].map((room) => [room.id, new SimulatedRoom(room, settings.rooms[room.id])]),
  );
  const devices = new Map<string, SimulatedDevice>();
  const parts = { room: [] as Device[], house: [] as Device[], store: [] as Device[], meter: [] as Device[] };
  for (const record of house.components) {
    if (record.backend !== backend) continue;
    const kind = kindOf(record.type);
    const model = MODELS[record.type];
    if (kind === undefined || model === undefined)
      throw new RangeError(`${record.cid} is of no kind that can be simulated`);
    const room = rooms.get(record.rooms[0] ?? 0) as SimulatedRoom;
    const device = new SimulatedDevice(record, kind, model, room, settings.devices[record.cid]);
    devices.set(record.cid, device);
    room.add(device);
    parts[model.part ?? 'room'].push(device);
  }
  const { house: whole, store, meter } = parts;
  const ofType = (type: string) => whole.filter(({ kind }) => kind.type === type);
  return {
    rooms,
    devices,
    house: whole,
    store,
    meter,
    heatPumps: ofType('heat-pump'),
    ventilations: ofType('ventilation'),
    heated: [...rooms.values()].filter(({ id, use }) => id !== 0 && use.warmth !== null),
  };
}
