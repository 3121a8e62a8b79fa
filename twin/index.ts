export { Agenda, type AgendaState } from './agenda.ts';
export type { Backend, Link, PointAddress, Report, WriteOutcome } from './backend.ts';
export {
  ACTIONS,
  type AutomationRecord,
  CONDITIONS,
  MODES,
  TRIGGERS,
} from './building/automations/automation.ts';
export type { DryRun } from './building/automations/dry-run.ts';
export type { RunTrace } from './building/automations/trace.ts';
export { faultOf, type RecordFault, type References } from './building/automations/validate.ts';
export { ofChangedHouse } from './building/changed-house.ts';
export type {
  Collections,
  ConfigurationChange,
  ConfigurationEvent,
  ConfigurationOutcome,
} from './building/configuration.ts';
export type { ComponentRecord, House, RoomRecord, SceneRecord, SceneStep, ZoneRecord } from './building/house.ts';
export { type LocalMoment, LocalTime } from './building/local-time.ts';
export type { EndedScene, SceneResult } from './building/scene-runs.ts';
export type { SkillRecord } from './building/skills.ts';
export { type SunPosition, sunAt } from './building/sun.ts';
export type { Alarm, Clock, Duration, Instant, Rank } from './clock/clock.ts';
export { between, days, hours, later, milliseconds, minutes, RANK, seconds, toIso } from './clock/clock.ts';
export { type Away, FURTHEST, Pace } from './clock/pace.ts';
export { ADJUSTED, type ClockState, DOUBTED_FOR, SystemClock } from './clock/system-clock.ts';
export { VirtualClock } from './clock/virtual-clock.ts';
export type { Component } from './component.ts';
export { createTwin } from './create-twin.ts';
export type { Cause, Cid, Content, DataEntry, Value } from './data-entry.ts';
export { described } from './described.ts';
export type { JournalKind, JournalLine, JournalSink, Resumable } from './journal.ts';
export { accepts, express, type Kind, type PropertyKind, refine, type Stage, type ValueSchema } from './kind.ts';
export { KINDS, kindOf } from './kinds/index.ts';
export { LIMITS as TWIN_LIMITS } from './limits.ts';
export { type Random, type RandomState, random } from './random.ts';
export { applyInput, type Input, inputOf, letTimePass, type Press, type ReplayOptions, replay } from './replay.ts';
export { boolean, clamp, enumeration, rgb, scale } from './stages/index.ts';
export type { Change, Json, Store } from './store.ts';
export { StoreFault } from './store.ts';
export type { Command, CommandOutcome, Twin, TwinOptions, TwinState } from './twin.ts';
