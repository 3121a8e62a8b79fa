import { Type } from '@sinclair/typebox';
import { nearest } from '../names.ts';
import type { Skill } from '../records.ts';
import { unknown } from '../references.ts';
import { Records, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { CODE, ToolFault } from '../tool-fault.ts';

export const skillList = defineTool({
  name: 'skill_list',
  means: 'Parts of the controller that can be switched off, such as automations or the history of values.',
  effect: 'reads',
  input: strict({}),
  output: strict({ skills: Records }),
  run: async ({ house }) => ({ skills: [...(await house.ask<readonly Skill[]>('getSkills'))] }),
});

export const skillSwitch = defineTool({
  name: 'skill_switch',
  means: 'Switches a skill on or off, for everybody in the house. Not for mcp, which would end this session.',
  effect: 'sets-repeatably',
  input: strict({ skill: Type.String({ description: 'its id' }), enabled: Type.Boolean() }),
  output: strict({ id: Type.String(), name: Type.String(), before: Type.Boolean(), enabled: Type.Boolean() }),
  run: async ({ house }, { skill: asked, enabled }) => {
    const skills = await house.ask<readonly Skill[]>('getSkills');
    const skill = skills.find(({ id }) => id === asked);
    if (skill === undefined) {
      const near = nearest(
        asked,
        skills.flatMap(({ id, name }) => [id, name]),
      );
      throw unknown('skill', asked, near, 'skill');
    }
    if (skill.id === 'mcp') {
      throw new ToolFault(CODE.refused, 'the skill mcp is switched by an administrator, not through itself');
    }
    await house.ask('setSkill', { id: skill.id, enabled });
    return { id: skill.id, name: skill.name, before: skill.enabled, enabled };
  },
});
