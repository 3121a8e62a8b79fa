import type { ValueTrigger } from './arbitrary-days.test.ts';

/** A value, and when it was reported, in milliseconds since the start. */
export type Said = { readonly at: number; readonly value: number };

/** When a trigger has to come true until `end`, worked out from the whole story at once: `said[0]` is what was there before. */
export function firingsOf(trigger: ValueTrigger, said: readonly Said[], end: number): readonly number[] {
  const hold = Math.round((trigger.for ?? 0) * 1_000);
  const lasts = (from: number, isOver: (value: number, before: number) => boolean): boolean => {
    const over = said.findIndex(({ value }, index) => index > from && isOver(value, said[index - 1]?.value ?? 0));
    return over < 0 || hold === 0 || (said[over]?.at ?? 0) >= (said[from]?.at ?? 0) + hold;
  };
  const begins = (index: number): boolean => {
    const { value } = said[index] as Said;
    const before = said[index - 1]?.value ?? 0;
    if (trigger.when === 'change') {
      const fits = (trigger.to ?? value) === value && (trigger.from ?? before) === before;
      return value !== before && fits && lasts(index, (next, last) => next !== last);
    }
    const { above, below, hysteresis = 0 } = trigger;
    const beyond = (each: number) => (above === undefined ? each < Number(below) : each > above);
    const back = (each: number) =>
      above === undefined ? each >= Number(below) + hysteresis : each <= above - hysteresis;
    // The last value that says anything decides whether this is a new crossing; what lies in between says nothing.
    const last = said.slice(0, index).findLast((each, at) => beyond(each.value) || back(each.value) || at === 0);
    return beyond(value) && !beyond(last?.value ?? 0) && lasts(index, back);
  };
  return said.flatMap((each, index) => (index > 0 && begins(index) && each.at + hold <= end ? [each.at + hold] : []));
}
