/** From this hour on: visits an hour while nobody is there, and how many minutes somebody stays. */
type Habit = readonly [hour: number, visits: number, minutes: number];

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

const NEVER: readonly Habit[] = [[0, 0, 0]];

/** Uses of rooms by name. */
export const USES: { readonly [use: string]: RoomUse } = {
  'living-room': {
    warmth: 21,
    people: 2,
    daylight: true,
    vapor: 55,
    weekday: [
      [0, 0.02, 5],
      [6.5, 0.5, 8],
      [8.5, 0.08, 20],
      [16, 1, 30],
      [19.5, 1.6, 75],
      [23, 0.15, 15],
    ],
    weekend: [
      [0, 0.05, 10],
      [8, 0.7, 25],
      [12, 0.9, 45],
      [19, 1.6, 80],
      [23.5, 0.2, 20],
    ],
  },
  'dining-room': {
    warmth: 20.5,
    people: 3,
    daylight: true,
    vapor: 70,
    weekday: [
      [0, 0, 0],
      [6.5, 1.4, 15],
      [8.5, 0.05, 10],
      [16, 0.3, 15],
      [18, 1.4, 35],
      [20.5, 0.1, 10],
    ],
    weekend: [
      [0, 0, 0],
      [8, 1.1, 35],
      [11, 0.4, 15],
      [12.5, 1, 35],
      [15, 0.3, 25],
      [18, 1.2, 40],
      [21, 0.1, 15],
    ],
  },
  kitchen: {
    warmth: 20,
    people: 1,
    daylight: true,
    vapor: 180,
    weekday: [
      [0, 0.03, 3],
      [6, 2.4, 10],
      [8.5, 0.15, 6],
      [12, 0.4, 12],
      [16, 1.6, 14],
      [20, 1, 6],
      [23, 0.1, 3],
    ],
    weekend: [
      [0, 0.05, 3],
      [7.5, 2, 14],
      [14, 1, 8],
      [17, 1.8, 16],
      [20, 1, 6],
      [23.5, 0.1, 3],
    ],
  },
  study: {
    warmth: 20.5,
    people: 1,
    daylight: true,
    vapor: 50,
    weekday: [
      [0, 0.02, 10],
      [8.5, 0.5, 55],
      [17, 0.4, 30],
      [22.5, 0.05, 15],
    ],
    weekend: [
      [0, 0.02, 10],
      [10, 0.25, 35],
      [22, 0.05, 15],
    ],
  },
  office: {
    warmth: 21,
    people: 2,
    daylight: true,
    vapor: 50,
    weekday: [
      [0, 0, 0],
      [7.5, 1.2, 80],
      [12, 1, 50],
      [17, 0.3, 30],
      [19.5, 0.05, 15],
    ],
    weekend: [
      [0, 0, 0],
      [9, 0.03, 60],
      [18, 0, 0],
    ],
  },
  bedroom: {
    warmth: 18.5,
    people: 1,
    daylight: true,
    vapor: 45,
    weekday: [
      [0, 2, 360],
      [5, 1.5, 60],
      [6.75, 0.6, 6],
      [9, 0.08, 8],
      [15, 0.4, 25],
      [20.5, 0.5, 20],
      [22, 2.5, 480],
    ],
    weekend: [
      [0, 3, 420],
      [6, 1, 80],
      [9, 0.4, 10],
      [14, 0.4, 25],
      [20.5, 0.4, 20],
      [23, 2.5, 480],
    ],
  },
  bathroom: {
    warmth: 22.5,
    people: 1,
    daylight: true,
    vapor: 520,
    weekday: [
      [0, 0.1, 3],
      [6, 2.6, 9],
      [8.5, 0.1, 5],
      [16, 0.4, 6],
      [20, 1, 9],
      [23, 0.2, 4],
    ],
    weekend: [
      [0, 0.1, 3],
      [7.5, 1.5, 11],
      [12, 0.4, 6],
      [20, 0.9, 11],
      [23.5, 0.2, 4],
    ],
  },
  toilet: {
    warmth: 18,
    people: 1,
    daylight: false,
    vapor: 60,
    weekday: [
      [0, 0.08, 3],
      [6, 1.3, 4],
      [9, 0.15, 4],
      [16, 0.8, 4],
      [23, 0.2, 3],
    ],
    weekend: [
      [0, 0.08, 3],
      [8, 0.9, 4],
      [23.5, 0.2, 3],
    ],
  },
  hall: {
    warmth: 18,
    people: 1,
    daylight: false,
    vapor: 50,
    weekday: [
      [0, 0.15, 1],
      [6, 3.5, 2],
      [9, 0.5, 2],
      [15.5, 2.6, 2],
      [20, 1.8, 1],
      [23, 0.4, 1],
    ],
    weekend: [
      [0, 0.2, 1],
      [8, 2.4, 2],
      [20, 1.8, 1],
      [23.5, 0.4, 1],
    ],
  },
  'utility-room': {
    warmth: 16,
    people: 1,
    daylight: false,
    vapor: 80,
    weekday: [
      [0, 0, 0],
      [7, 0.25, 6],
      [9, 0.1, 8],
      [16, 0.4, 8],
      [21, 0.05, 4],
    ],
    weekend: [
      [0, 0, 0],
      [9, 0.4, 10],
      [21, 0.05, 4],
    ],
  },
  garage: {
    warmth: null,
    people: 1,
    daylight: false,
    vapor: 50,
    weekday: [
      [0, 0, 0],
      [7, 0.7, 4],
      [9, 0.06, 8],
      [16.5, 0.6, 4],
      [20, 0.05, 4],
    ],
    weekend: [
      [0, 0, 0],
      [9, 0.3, 9],
      [20, 0.05, 4],
    ],
  },
  storage: {
    warmth: null,
    people: 1,
    daylight: false,
    vapor: 50,
    weekday: [
      [0, 0, 0],
      [8, 0.1, 6],
      [19, 0, 0],
    ],
    weekend: NEVER,
  },
  outdoors: { warmth: null, people: 1, daylight: true, vapor: 0, weekday: NEVER, weekend: NEVER },
};

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
