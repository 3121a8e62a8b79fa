/** From this hour on: visits an hour while nobody is there, and how many minutes somebody stays. */
export type Habit = readonly [hour: number, visits: number, minutes: number];

/** How people live in a room: a row for each use. */
export interface RoomUse {
  /** Temperature that its people want, °C; `null` for what is not heated. */
  readonly warmth: number | null;
  /** How many are there when somebody is. */
  readonly people: number;
  /** Whether there is daylight. */
  readonly daylight: boolean;
  /** Grams of water an hour that a person brings into the air. */
  readonly vapor: number;
  readonly weekday: readonly Habit[];
  readonly weekend: readonly Habit[];
}

/** What holds at this hour of this weekday (0 is Sunday): visits an hour, and minutes of a stay. */
export function habitAt(
  use: RoomUse,
  weekday: number,
  hour: number,
): { readonly visits: number; readonly minutes: number } {
  const habits = weekday === 0 || weekday === 6 ? use.weekend : use.weekday;
  let present: Habit = [0, 0, 0];
  for (const habit of habits) {
    if (habit[0] > hour) break;
    present = habit;
  }
  return { visits: present[1], minutes: present[2] };
}
