import type { Property } from './records.ts';

/** Whether `true` means danger, such as smoke or water. */
export const isAlarm = (row: Pick<Property, 'quantity'> | undefined): boolean => row?.quantity === 'danger';
