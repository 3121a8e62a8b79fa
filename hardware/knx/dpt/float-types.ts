import { type DatapointType, defineType } from './datapoint-type.ts';

/** "Invalid data" in all types of two bytes: 670 760.96 would be. */
const INVALID = 0x7fff;
/** What two bytes can say beside it; the standard's own table rounds it to ±670 760. */
const MOST_SHORT = 670_433.28;
const FAR = 670_760.96;

/**
 * Two bytes: sign, four bits of exponent, eleven of mantissa; hundredths times a power of two.
 * A difference of temperatures has the unit `ΔK`: it is no temperature in kelvin.
 */
const SHORT: readonly (readonly [sub: string, name: string, unit: string, minimum: number])[] = [
  ['001', 'Value_Temp', '°C', -273],
  ['002', 'Value_Tempd', 'ΔK', -FAR],
  ['003', 'Value_Tempa', 'K/h', -FAR],
  ['004', 'Value_Lux', 'lx', 0],
  ['005', 'Value_Wsp', 'm/s', 0],
  ['006', 'Value_Pres', 'Pa', 0],
  ['007', 'Value_Humidity', '%', 0],
  ['008', 'Value_AirQuality', 'ppm', 0],
  ['009', 'Value_AirFlow', 'm³/h', -FAR],
  ['010', 'Value_Time1', 's', -FAR],
  ['011', 'Value_Time2', 'ms', -FAR],
  ['020', 'Value_Volt', 'mV', -FAR],
  ['021', 'Value_Curr', 'mA', -FAR],
  ['022', 'PowerDensity', 'W/m²', -FAR],
  ['023', 'KelvinPerPercent', 'K/%', -FAR],
  ['024', 'Power', 'kW', -FAR],
  ['025', 'Value_Volume_Flow', 'l/h', -FAR],
  ['026', 'Rain_Amount', 'l/m²', -FAR],
  ['027', 'Value_Temp_F', '°F', -459.6],
  ['028', 'Value_Wsp_kmh', 'km/h', 0],
  ['029', 'Value_Absolute_Humidity', 'g/m³', 0],
  ['030', 'Concentration_µgm3', 'µg/m³', 0],
];

/** The bits that say a number of hundredths with the finest step that reaches it. */
const shortFloat = (hundredths: number): number => {
  let exponent = 0;
  let mantissa = Math.round(hundredths);
  while (mantissa < -2048 || mantissa > 2047) {
    exponent += 1;
    mantissa = Math.round(hundredths / 2 ** exponent);
  }
  return (mantissa < 0 ? 0x8000 : 0) | (exponent << 11) | (mantissa & 0x7ff);
};

const short = SHORT.map(([sub, name, unit, minimum]) =>
  defineType({
    id: `9.${sub}`,
    name,
    unit,
    bytes: 2,
    range: { minimum, maximum: MOST_SHORT, step: 0.01 },
    write: (meaning, into) => {
      if (typeof meaning !== 'number' || !(meaning >= minimum && meaning <= MOST_SHORT)) return false;
      into.setUint16(0, shortFloat(meaning * 100));
      return true;
    },
    read: (from) => {
      const bits = from.getUint16(0);
      const mantissa = (bits & 0x7ff) - (bits & 0x8000 ? 2048 : 0);
      const value = (mantissa * 2 ** ((bits >> 11) & 15)) / 100;
      return bits === INVALID || value < minimum ? null : value;
    },
  }),
);

/** Four bytes by IEEE 754; names and units in the order of their numbers from 14.000. */
const LONG: readonly (readonly [name: string, unit: string | null])[] = [
  ['Acceleration', 'm/s²'],
  ['Acceleration_Angular', 'rad/s²'],
  ['Activation_Energy', 'J/mol'],
  ['Activity', '1/s'],
  ['Mol', 'mol'],
  ['Amplitude', null],
  ['AngleRad', 'rad'],
  ['AngleDeg', '°'],
  ['Angular_Momentum', 'J s'],
  ['Angular_Velocity', 'rad/s'],
  ['Area', 'm²'],
  ['Capacitance', 'F'],
  ['Charge_DensitySurface', 'C/m²'],
  ['Charge_DensityVolume', 'C/m³'],
  ['Compressibility', 'm²/N'],
  ['Conductance', 'S'],
  ['Electrical_Conductivity', 'S/m'],
  ['Density', 'kg/m³'],
  ['Electric_Charge', 'C'],
  ['Electric_Current', 'A'],
  ['Electric_CurrentDensity', 'A/m²'],
  ['Electric_DipoleMoment', 'C m'],
  ['Electric_Displacement', 'C/m²'],
  ['Electric_FieldStrength', 'V/m'],
  ['Electric_Flux', 'V m'],
  ['Electric_FluxDensity', 'C/m²'],
  ['Electric_Polarization', 'C/m²'],
  ['Electric_Potential', 'V'],
  ['Electric_PotentialDifference', 'V'],
  ['ElectromagneticMoment', 'A m²'],
  ['Electromotive_Force', 'V'],
  ['Energy', 'J'],
  ['Force', 'N'],
  ['Frequency', 'Hz'],
  ['Angular_Frequency', 'rad/s'],
  ['Heat_Capacity', 'J/K'],
  ['Heat_FlowRate', 'W'],
  ['Heat_Quantity', 'J'],
  ['Impedance', 'Ω'],
  ['Length', 'm'],
  ['Light_Quantity', 'lm s'],
  ['Luminance', 'cd/m²'],
  ['Luminous_Flux', 'lm'],
  ['Luminous_Intensity', 'cd'],
  ['Magnetic_FieldStrength', 'A/m'],
  ['Magnetic_Flux', 'Wb'],
  ['Magnetic_FluxDensity', 'T'],
  ['Magnetic_Moment', 'A m²'],
  ['Magnetic_Polarization', 'T'],
  ['Magnetization', 'A/m'],
  ['MagnetomotiveForce', 'A'],
  ['Mass', 'kg'],
  ['MassFlux', 'kg/s'],
  ['Momentum', 'N s'],
  ['Phase_AngleRad', 'rad'],
  ['Phase_AngleDeg', '°'],
  ['Power', 'W'],
  ['Power_Factor', null],
  ['Pressure', 'Pa'],
  ['Reactance', 'Ω'],
  ['Resistance', 'Ω'],
  ['Resistivity', 'Ω m'],
  ['SelfInductance', 'H'],
  ['SolidAngle', 'sr'],
  ['Sound_Intensity', 'W/m²'],
  ['Speed', 'm/s'],
  ['Stress', 'Pa'],
  ['Surface_Tension', 'N/m'],
  ['Common_Temperature', '°C'],
  ['Absolute_Temperature', 'K'],
  ['TemperatureDifference', 'ΔK'],
  ['Thermal_Capacity', 'J/K'],
  ['Thermal_Conductivity', 'W/(m K)'],
  ['ThermoelectricPower', 'V/K'],
  ['Time', 's'],
  ['Torque', 'N m'],
  ['Volume', 'm³'],
  ['Volume_Flux', 'm³/s'],
  ['Weight', 'N'],
  ['Work', 'J'],
  ['ApparentPower', 'VA'],
];

const MOST_LONG = 3.4028234663852886e38;

const long = [
  ...LONG.map(([name, unit], index) => [String(index).padStart(3, '0'), name, unit] as const),
  ['1200', 'Volume_Flux_Meter', 'm³/h'] as const,
  ['1201', 'Volume_Flux_ls', 'l/s'] as const,
].map(([sub, name, unit]) =>
  defineType({
    id: `14.${sub}`,
    name: `Value_${name}`,
    unit,
    bytes: 4,
    range: { minimum: -MOST_LONG, maximum: MOST_LONG, step: 0 },
    write: (meaning, into) => {
      if (typeof meaning !== 'number' || !(Math.abs(meaning) <= MOST_LONG)) return false;
      into.setFloat32(0, meaning);
      return true;
    },
    // Minus nothing is nothing.
    read: (from) => (Number.isFinite(from.getFloat32(0)) ? from.getFloat32(0) + 0 : null),
  }),
);

export const FLOAT_TYPES: readonly DatapointType[] = [...short, ...long];
