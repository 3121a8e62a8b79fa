import type { Code } from './errors.ts';
import type { From } from './from.ts';
import type { Shape } from './shape.ts';

/** A parameter of a call. */
export interface ParameterRow {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
}

/** A call of the interface: the same over HTTP (`POST /api/v1/<name>`) and Socket.io (event `<name>`). */
export interface CallRow {
  readonly name: string;
  /** `anybody` needs no login, `everyone` any logged-in user, `admin` the group `admin`. */
  readonly who: 'anybody' | 'everyone' | 'admin';
  readonly parameters: readonly ParameterRow[];
  readonly answer: Shape;
  /** Errors that the call itself can be answered with, beside those of login, group and time. */
  readonly errors: readonly Code[];
  readonly from: From;
}

export const required = (name: string, shape: Shape): ParameterRow => ({ name, shape, required: true });
export const optional = (name: string, shape: Shape): ParameterRow => ({ name, shape, required: false });
