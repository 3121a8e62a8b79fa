import type { Cause, Cid } from '../data-entry.ts';
import type { AutomationRecord } from './automations/automation.ts';
import type { ComponentRecord, RoomRecord, SceneRecord, ZoneRecord } from './house.ts';
import type { SkillRecord } from './skills.ts';

/** What an owner can add, change and remove while the house runs, by the name of its collection. */
export interface Collections {
  readonly rooms: RoomRecord;
  readonly zones: ZoneRecord;
  readonly scenes: SceneRecord;
  readonly automations: AutomationRecord;
}

type Fields<Name extends keyof Collections> = Omit<Collections[Name], 'id'>;

type CollectionChange = {
  [Name in keyof Collections]:
    | { readonly collection: Name; readonly action: 'add'; readonly record: Fields<Name> }
    | { readonly collection: Name; readonly action: 'set'; readonly id: number; readonly record: Partial<Fields<Name>> }
    | { readonly collection: Name; readonly action: 'remove'; readonly id: number };
}[keyof Collections];

/** One change of the configuration: whole or not at all. */
export type ConfigurationChange =
  | CollectionChange
  | {
      readonly collection: 'components';
      readonly action: 'set';
      readonly id: Cid;
      readonly record: Partial<Pick<ComponentRecord, 'name' | 'rooms' | 'category'>>;
    }
  | {
      readonly collection: 'skills';
      readonly action: 'set';
      readonly id: string;
      readonly record: Pick<SkillRecord, 'enabled'>;
    };

/** What came of a change. Nothing has changed unless it is `ok`. */
export type ConfigurationOutcome =
  | { readonly ok: true; readonly id: number | string }
  | {
      readonly ok: false;
      /** `unknown`: something that is meant does not exist; `invalid`: a field cannot be so; `limit`: there are too many. */
      readonly fault: 'unknown' | 'invalid' | 'limit';
      /** Where, such as `steps[2].value`. */
      readonly field: string;
      readonly reason: string;
    };

/** What the twin only tells of, because others keep it; `house`: what is laid down outside of the controller, such as a configuration file. */
export const KEPT_ELSEWHERE = ['users', 'remoteTokens', 'mcpTokens', 'webhooks', 'house'] as const;
export type KeptElsewhere = (typeof KEPT_ELSEWHERE)[number];

/** A change that took effect. */
export interface ConfigurationEvent {
  readonly sequence: number;
  readonly collection: ConfigurationChange['collection'] | KeptElsewhere;
  readonly action: 'add' | 'set' | 'remove';
  readonly id: number | string;
  readonly cause: Cause;
}
