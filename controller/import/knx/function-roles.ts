import { carriedAs, type Part, type Understood } from './parts.ts';

/**
 * What ETS calls the roles in functions (`DatapointRole` and `FunctionPoint` in its master data), with the type that each has there. Early
 * versions of ETS 5 had other names for two of a dimmer's.
 */
const ROLES: { readonly [role: string]: readonly [part: Part | null, isStatus: boolean, dpt: string] } = {
  SwitchOnOff: ['switch', false, '1.001'],
  InfoOnOff: ['switch', true, '1.001'],
  DimmingControl: ['dim', false, '3.007'],
  DimmingValue: ['brightness', false, '5.001'],
  InfoDimmingValue: ['brightness', true, '5.001'],
  RelativeSetvalueControl: ['dim', false, '3.007'],
  ActualDimmingValue: ['brightness', true, '5.001'],
  MoveUpDown: ['move', false, '1.008'],
  StopStepUpDown: ['stop', false, '1.007'],
  WindAlarm: [null, true, '1.005'],
  RainAlarm: [null, true, '1.005'],
  CurrentAbsolutePositionBlindsPercentage: ['position', true, '5.001'],
  CurrentAbsolutePositionSlatPercentage: ['slat', true, '5.001'],
  TempRoom: ['temperature', true, '9.001'],
  TempRoomSetpoint: ['setpoint', false, '9.001'],
  ValvePosition: ['valve', true, '5.001'],
  ValveSwitch: ['valve', true, '1.001'],
  HVACMode: ['mode', false, '20.102'],
  WindowStatus: ['open', true, '1.019'],
};

/** Until ETS 5.5 a dimmer had one value only, which took the commands: the role has the name of the later status. */
const OLD_DIMMERS = ['FT-2', 'DimmableLight'];

/**
 * What an address does by its role in a function; a sentence if that is nothing that a component has, `undefined` for a role that nobody
 * knows, or an address that has another type than the role.
 */
export const byRole = (type: string, role: string, types: readonly string[]): Understood | string | undefined => {
  if (!Object.hasOwn(ROLES, role)) return undefined;
  const [part, isStatus, dpt] = ROLES[role] ?? [null, true, ''];
  if (part === null) return 'is an alarm that a device looks after by itself';
  const main = dpt.split('.')[0] ?? '';
  const own = types.find((each) => each.split('.')[0] === main && each.includes('.'));
  if (types.length > 0 && own === undefined && !types.includes(main)) return undefined;
  return {
    part,
    isStatus: isStatus && !(part === 'brightness' && OLD_DIMMERS.includes(type)),
    dpt: carriedAs(part, own ?? dpt),
  };
};
