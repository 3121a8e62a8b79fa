/** A part of the controller that its owner can switch off. */
export interface SkillRecord {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** The skills of every controller, by identifier. All are on until somebody switches one off. */
export const SKILLS: { readonly [id: string]: string } = {
  automations: 'Automations',
  history: 'History of values',
  mcp: 'MCP endpoint',
  metrics: 'Metrics',
  webhooks: 'Webhooks',
};
