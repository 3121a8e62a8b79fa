import type { AutomationAlarm } from './building/automations/host.ts';
import { between, type Instant, minutes } from './clock/clock.ts';
import type { TwinState } from './twin.ts';

/** A time of day or of the sun that passed this long ago while nobody was there is not made up for any more. */
const WORTH_MAKING_UP_FOR = minutes(15);

/**
 * The state of a real house whose controller was off until `now`. What was waiting goes on at once; an automation whose time of day has
 * passed meanwhile runs only if that was less than a quarter of an hour ago: nobody wants the morning's blinds at night.
 */
export const afterAbsence = (state: TwinState, now: Instant): TwinState => {
  const { agenda, runs } = state.automations;
  const holds = ({ automation, index }: { automation: number; index: number }): boolean =>
    (runs.triggers[`${automation}.${index}`]?.pending ?? null) !== null;
  const missed = ({ due, what }: { due: Instant; what: AutomationAlarm }): boolean =>
    'trigger' in what && !holds(what.trigger) && between(due, now) > WORTH_MAKING_UP_FOR;
  const appointments = agenda.appointments.map((appointment) =>
    missed(appointment) && 'trigger' in appointment.what
      ? { ...appointment, what: { trigger: { ...appointment.what.trigger, look: true as const } } }
      : appointment,
  );
  return { ...state, automations: { agenda: { ...agenda, appointments }, runs } };
};
