import type { ReadyMap } from './ready-map.ts';

const SOURCE = 'SunSpec Alliance, "SunSpec Modbus models", github.com/sunspec/models,';

const inverter = (device: string, unit: number, remark: string): ReadyMap => ({
  device,
  source: `${SOURCE} 101–103 and 111–113`,
  remark,
  unit,
  points: {
    power: { sunspec: 'power', measures: 'W' },
    energy: { sunspec: 'energy', measures: 'kWh' },
    status: { sunspec: 'status' },
  },
});

/** Devices that say themselves, in SunSpec's way, what they have where. */
export const SUNSPEC_DEVICES = {
  fronius: inverter(
    'Fronius inverter (SunSpec)',
    1,
    'Modbus has to be switched on in the inverter; meters behind it are units of their own',
  ),
  sma: inverter(
    'SMA inverter (SunSpec)',
    126,
    'Modbus has to be switched on in the inverter; its SunSpec unit is 123 plus its Modbus unit, so 126',
  ),
  'sunspec-inverter': inverter('any inverter that speaks SunSpec', 1, 'take the unit from its manual'),
  'sunspec-meter': {
    device: 'any meter that speaks SunSpec',
    source: `${SOURCE} 201–204 and 211–214`,
    remark: 'behind a Fronius inverter it is unit 240 (Datamanager) or 200 (GEN24, Verto), further ones one more each',
    unit: 240,
    points: {
      power: { sunspec: 'meterPower', measures: 'W' },
      energyImported: { sunspec: 'energyImported', measures: 'kWh' },
      energyExported: { sunspec: 'energyExported', measures: 'kWh' },
    },
  },
} as const satisfies { readonly [name: string]: ReadyMap };
