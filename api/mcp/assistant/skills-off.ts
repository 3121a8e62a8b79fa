import type { HouseReader } from './house-reader.ts';
import type { Skill } from './records.ts';

/** The skills that are switched off. */
export type SkillsOff = () => Promise<ReadonlySet<string>>;

export const skillsOff =
  (house: HouseReader): SkillsOff =>
  async () => {
    const skills = await house.ask<readonly Skill[]>('getSkills');
    return new Set(skills.filter(({ enabled }) => !enabled).map(({ id }) => id));
  };
