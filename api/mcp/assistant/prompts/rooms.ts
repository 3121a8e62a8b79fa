import { embeddedResource, type Prompt, roomNames, text } from '../prompt.ts';
import { roomOf } from '../references.ts';
import { componentsWhere } from './reports.ts';

export const coldExplain: Prompt = {
  name: 'cold_explain',
  title: 'Why is it cold in …',
  means: 'Looks for the reason why a room is not as warm as it should be.',
  arguments: { room: { means: 'The room', required: true, names: roomNames } },
  write: async (work, { room = '' }) => {
    const { id, name } = roomOf(await work.house.catalogue(), room);
    return [
      text(
        `Why is it cold in the room ${name}? Compare temperature and setpoint; look at the mode of the thermostat, how far valves are open, open windows and doors, whether devices can be reached, the supply of heat, and the weather outside. Look up with component_changes (component and property) since when it is so and who or what changed it, and with automation_traces whether an automation did. Answer with the most probable reason first, what speaks for it, and what to do; do it only if I agree.`,
      ),
      await embeddedResource(work, `service://rooms/${id}`),
      await componentsWhere(
        work,
        ({ type }) => type === 'heat-pump' || type === 'weather-station' || type === 'temperature-sensor',
        'service://components/heat',
      ),
    ];
  },
};

export const homeLeave: Prompt = {
  name: 'home_leave',
  title: 'Leaving home',
  means: 'What to look at before everybody leaves: windows, doors, locks, lights, stoves, heating.',
  arguments: {},
  write: async (work) => [
    text(
      'We are leaving the house. Say in order what is still open, unlocked, switched on or too warm, and which scene would put it right (see the scenes below). Ask before anything is switched; then run the scene or set the components, and report for each whether the device has confirmed it.',
    ),
    await componentsWhere(
      work,
      ({ category, type }) =>
        ['access', 'security', 'lighting', 'shading'].includes(category) ||
        /door|window|lock|socket|thermostat|switch|dimmer|light/.test(type),
      'service://components/leaving',
    ),
    await embeddedResource(work, 'service://scenes/all'),
  ],
};
