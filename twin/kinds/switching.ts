import { yesOrNo } from './property.ts';

/** The switching property of everything that is on or off; its name is `state` in every kind. */
export const switching = (means: string) => yesOrNo({ means, quantity: 'switching', commandable: true });
