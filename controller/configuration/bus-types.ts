import type { BusType } from '../../hardware/bus.ts';

/** The kinds of buses, by the word for them. Each is loaded only where a configuration names it. */
export const BUS_TYPES: { readonly [type: string]: () => Promise<BusType> } = {
  knx: async () => (await import('../../hardware/knx/index.ts')).knx as BusType,
  mqtt: async () => (await import('../../hardware/mqtt/index.ts')).mqtt as BusType,
  modbus: async () => (await import('../../hardware/modbus/index.ts')).modbus,
};
