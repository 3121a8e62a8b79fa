import { automationSchema } from '../../../automation-schema.ts';
import type { HouseReader } from '../house-reader.ts';
import { embedded, embeddedResource, type Prompt, roomNames, text } from '../prompt.ts';
import type { Automation } from '../records.ts';
import { named, roomOf } from '../references.ts';

export const sceneDraft: Prompt = {
  name: 'scene_draft',
  title: 'Create a scene together',
  means: 'Leads through making a scene: what it is for, which components, which values, a trial.',
  arguments: {
    idea: { means: 'What the scene is for', required: true },
    room: { means: 'The room that it is for', names: roomNames },
  },
  writes: true,
  write: async (work, { idea = '', room }) => [
    text(
      `Make a scene with me: "${idea.slice(0, 500)}". Go step by step. 1. Ask what is unclear, at most three questions. 2. Show the steps as a table: component, property, value, and waits; only properties that can be set (commandable), with values in their range. 3. Once I agree, scene_create. 4. Offer to run it with scene_run, then say with component_find what the devices did, and what to change. A scene with this meaning may exist already: look below first.`,
    ),
    await (room === undefined
      ? embeddedResource(work, 'service://rooms/all')
      : embeddedResource(work, `service://rooms/${roomOf(await work.house.catalogue(), room).id}`)),
    await embeddedResource(work, 'service://scenes/all'),
  ],
};

const automations = (house: HouseReader): Promise<readonly Automation[]> =>
  house.ask<readonly Automation[]>('getAutomations');

export const automationDraft: Prompt = {
  name: 'automation_draft',
  title: 'From an idea to an automation',
  means: 'Turns an idea into an automation: a draft, a rehearsal, and only then switched on.',
  arguments: { idea: { means: 'What is to happen, and when', required: true } },
  skill: 'automations',
  writes: true,
  write: async (work, { idea = '' }) => {
    const existing = (await automations(work.house)).map(({ id, name, enabled, triggers }) => ({
      id,
      name,
      enabled,
      triggers,
    }));
    return [
      text(
        `Turn this idea into an automation: "${idea.slice(0, 500)}". 1. Say in one sentence each when, whether and what; ask about what is unclear, such as who is asleep then. 2. Find the components with component_find; use exact properties and values. 3. Look whether an automation below does it already, or would work against it. 4. Show the record; once I agree, automation_create (it stays switched off) and tell what its rehearsal shows. 5. Only if I say so, automation_switch. The schema of a record and the automations that exist are below.`,
      ),
      embedded('service://automations/schema', JSON.stringify(automationSchema())),
      embedded('service://automations/all', JSON.stringify({ automations: existing })),
      await embeddedResource(work, 'service://rooms/all'),
    ];
  },
};

export const automationExplain: Prompt = {
  name: 'automation_explain',
  title: 'Why did an automation (not) run',
  means: 'Explains from its latest runs what an automation did, or why it did nothing.',
  arguments: {
    automation: {
      means: 'The automation',
      required: true,
      names: async (house) => (await automations(house)).map(({ name }) => name),
    },
  },
  skill: 'automations',
  write: async (work, { automation = '' }) => {
    const { house } = work;
    const record = named('automation', await automations(house), automation);
    const runs = await house.ask<readonly object[]>('getAutomationRuns', { id: record.id });
    return [
      text(
        `Explain what the automation ${record.name} did lately, and why. If it did nothing: is it switched off, was it not set off (compare triggers with component_changes), did a condition not hold (what did it see?), was it busy, or did the device not follow (sent, but nothing reported)? Answer in three sentences, then say what could be changed; change nothing.`,
      ),
      embedded(`service://automations/${record.id}`, JSON.stringify({ record, runs: runs.slice(0, 10) })),
    ];
  },
};
