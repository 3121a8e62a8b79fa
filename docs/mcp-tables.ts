import { LIMITS as ALL_LIMITS } from '../api/limits.ts';
import { LIMITS } from '../api/mcp/assistant/limits.ts';
import { PROMPTS } from '../api/mcp/assistant/prompts/index.ts';
import { TEMPLATES, WHOLE } from '../api/mcp/assistant/resources.ts';
import { TOOLS } from '../api/mcp/assistant/tools/index.ts';
import { MCP_LIMITS } from '../api/mcp/limits.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

const fields = (schema: { readonly properties: object; readonly required?: readonly string[] | undefined }): string =>
  Object.keys(schema.properties)
    .map((name) => `\`${name}\`${schema.required?.includes(name) ? '' : '?'}`)
    .join(', ');

const EFFECTS = { reads: 'no', adds: 'adds', sets: 'yes', 'sets-repeatably': 'yes, the same if repeated' } as const;

interface LimitRows {
  readonly [name: string]: { readonly value: number; readonly unit: string; readonly means: string };
}

const limits = (rows: LimitRows): string =>
  table(
    ['Limit', 'What it is'],
    Object.values(rows).map(({ value, unit, means }) => [
      `${value.toLocaleString('en').replaceAll(',', ' ')} ${unit}`.trim(),
      means,
    ]),
  );

/** The tables of `mcp.md`, by their name there, as the definitions say them. */
export const MCP_TABLES: { readonly [name: string]: string } = {
  tools: table(
    ['Tool', 'Parameters', 'Changes something', 'What it does'],
    [...TOOLS.values()].map(({ name, input, effect, means }) => [`\`${name}\``, fields(input), EFFECTS[effect], means]),
  ),
  resources: table(
    ['Resource', 'What it holds'],
    [
      ...WHOLE.map(({ uri, description = '' }) => [`\`${uri}\``, description]),
      ...TEMPLATES.map(({ uriTemplate, description = '' }) => [`\`${uriTemplate}\``, description]),
    ],
  ),
  prompts: table(
    ['Prompt', 'Arguments', 'What it is for'],
    [...PROMPTS.values()].map(({ name, arguments: given, means }) => [
      `\`${name}\``,
      Object.entries(given)
        .map(([argument, { required }]) => `\`${argument}\`${required ? '' : '?'}`)
        .join(', '),
      means,
    ]),
  ),
  limits: limits(LIMITS),
  door: limits({ tokens: ALL_LIMITS.mcpTokens, names: ALL_LIMITS.tokenNameCharacters, ...MCP_LIMITS }),
};

/** The page with its tables written anew. */
export const withTables = (page: string): string =>
  page.replace(
    /(<!-- table: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${MCP_TABLES[name] ?? ''}\n${end}`,
  );
