import { type DatapointType, defineType } from './datapoint-type.ts';

/** How a whole number lies in a payload. */
interface Layout {
  readonly bytes: number;
  readonly minimum: number;
  readonly maximum: number;
  read(from: DataView): number;
  write(into: DataView, raw: number): void;
}

const unsigned8: Layout = {
  bytes: 1,
  minimum: 0,
  maximum: 255,
  read: (from) => from.getUint8(0),
  write: (into, raw) => into.setUint8(0, raw),
};
const signed8: Layout = {
  bytes: 1,
  minimum: -128,
  maximum: 127,
  read: (from) => from.getInt8(0),
  write: (into, raw) => into.setInt8(0, raw),
};
const unsigned16: Layout = {
  bytes: 2,
  minimum: 0,
  maximum: 65_535,
  read: (from) => from.getUint16(0),
  write: (into, raw) => into.setUint16(0, raw),
};
const signed16: Layout = {
  bytes: 2,
  minimum: -32_768,
  maximum: 32_767,
  read: (from) => from.getInt16(0),
  write: (into, raw) => into.setInt16(0, raw),
};
const unsigned32: Layout = {
  bytes: 4,
  minimum: 0,
  maximum: 4_294_967_295,
  read: (from) => from.getUint32(0),
  write: (into, raw) => into.setUint32(0, raw),
};
const signed32: Layout = {
  bytes: 4,
  minimum: -2_147_483_648,
  maximum: 2_147_483_647,
  read: (from) => from.getInt32(0),
  write: (into, raw) => into.setInt32(0, raw),
};
/** As far as a number of JavaScript is exact, which is up to 9 · 10¹⁵: what is beyond is refused, not rounded. */
const signed64: Layout = {
  bytes: 8,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  read: (from) => Number(from.getBigInt64(0)),
  write: (into, raw) => into.setBigInt64(0, BigInt(raw)),
};

interface Row {
  readonly name: string;
  readonly unit: string | null;
  /** A raw number says `raw * times / per` in the unit; 1 and 1 unless said. */
  readonly times?: number;
  readonly per?: number;
  /** The largest raw number, where it is less than the layout has. */
  readonly most?: number;
}

const row = (name: string, unit: string | null, more: Pick<Row, 'times' | 'per' | 'most'> = {}): Row => ({
  name,
  unit,
  ...more,
});

const type = (id: string, layout: Layout, { name, unit, times = 1, per = 1, most }: Row): DatapointType => {
  const { minimum, bytes } = layout;
  const maximum = most ?? layout.maximum;
  const meant = (raw: number): number => (raw * times) / per;
  const range = { minimum: meant(minimum), maximum: meant(maximum), step: times / per };
  return defineType({
    id,
    name,
    unit,
    bytes,
    range,
    write: (meaning, into) => {
      if (typeof meaning !== 'number' || !(meaning >= range.minimum && meaning <= range.maximum)) return false;
      const raw = (meaning * per) / times;
      if (times === per && !Number.isInteger(raw)) return false;
      layout.write(into, Math.round(raw));
      return true;
    },
    read: (from) => {
      const raw = layout.read(from);
      return raw >= minimum && raw <= maximum ? meant(raw) : null;
    },
  });
};

const table = (main: number, layout: Layout, rows: readonly (readonly [string, Row])[]): readonly DatapointType[] =>
  rows.map(([sub, each]) => type(`${main}.${sub}`, layout, each));

export const WHOLE_TYPES: readonly DatapointType[] = [
  ...table(5, unsigned8, [
    ['001', row('Scaling', '%', { times: 100, per: 255 })],
    ['003', row('Angle', '°', { times: 360, per: 255 })],
    ['004', row('Percent_U8', '%')],
    ['005', row('DecimalFactor', null)],
    ['006', row('Tariff', null, { most: 254 })],
    ['010', row('Value_1_Ucount', null)],
    ['100', row('FanStage', null)],
  ]),
  ...table(6, signed8, [
    ['001', row('Percent_V8', '%')],
    ['010', row('Value_1_Count', null)],
  ]),
  ...table(7, unsigned16, [
    ['001', row('Value_2_Ucount', null)],
    ['002', row('TimePeriodMsec', 'ms')],
    ['003', row('TimePeriod10Msec', 'ms', { times: 10 })],
    ['004', row('TimePeriod100Msec', 'ms', { times: 100 })],
    ['005', row('TimePeriodSec', 's')],
    ['006', row('TimePeriodMin', 'min')],
    ['007', row('TimePeriodHrs', 'h')],
    ['010', row('PropDataType', null)],
    ['011', row('Length_mm', 'mm')],
    ['012', row('UElCurrentmA', 'mA')],
    ['013', row('Brightness', 'lx')],
    ['600', row('Absolute_Colour_Temperature', 'K')],
  ]),
  ...table(8, signed16, [
    ['001', row('Value_2_Count', null)],
    ['002', row('DeltaTimeMsec', 'ms')],
    ['003', row('DeltaTime10Msec', 'ms', { times: 10 })],
    ['004', row('DeltaTime100Msec', 'ms', { times: 100 })],
    ['005', row('DeltaTimeSec', 's')],
    ['006', row('DeltaTimeMin', 'min')],
    ['007', row('DeltaTimeHrs', 'h')],
    ['010', row('Percent_V16', '%', { per: 100 })],
    ['011', row('Rotation_Angle', '°')],
    ['012', row('Length_m', 'm')],
  ]),
  ...table(12, unsigned32, [
    ['001', row('Value_4_Ucount', null)],
    ['100', row('LongTimePeriod_Sec', 's')],
    ['101', row('LongTimePeriod_Min', 'min')],
    ['102', row('LongTimePeriod_Hrs', 'h')],
    ['1200', row('VolumeLiquid_Litre', 'l')],
    ['1201', row('Volume_m3', 'm³')],
  ]),
  ...table(13, signed32, [
    ['001', row('Value_4_Count', null)],
    ['002', row('FlowRate_m3/h', 'm³/h', { per: 10_000 })],
    ['010', row('ActiveEnergy', 'Wh')],
    ['011', row('ApparantEnergy', 'VAh')],
    ['012', row('ReactiveEnergy', 'VARh')],
    ['013', row('ActiveEnergy_kWh', 'kWh')],
    ['014', row('ApparantEnergy_kVAh', 'kVAh')],
    ['015', row('ReactiveEnergy_kVARh', 'kVARh')],
    ['016', row('ActiveEnergy_MWh', 'MWh')],
    ['100', row('LongDeltaTimeSec', 's')],
    ['1200', row('DeltaVolumeLiquid_Litre', 'l')],
    ['1201', row('DeltaVolume_m3', 'm³')],
  ]),
  ...table(29, signed64, [
    ['010', row('ActiveEnergy_V64', 'Wh')],
    ['011', row('ApparantEnergy_V64', 'VAh')],
    ['012', row('ReactiveEnergy_V64', 'VARh')],
  ]),
];
