export { boolean } from './boolean.ts';
export { clamp } from './clamp.ts';
export { enumeration } from './enumeration.ts';
export { rgb } from './rgb.ts';
export { scale } from './scale.ts';
