import { posix } from 'node:path';
import type { Finding, Rule, Source } from './tree.ts';

/** What the files of a folder may import. `*` in a path stands for one file name. */
interface Boundary {
  readonly folder: RegExp;
  /** Of the house, beside the folder itself. */
  readonly house: readonly string[];
  /** What only types may come from. */
  readonly types?: readonly string[];
  readonly packages: readonly string[];
  /** Modules of Node.js; `true` for all. */
  readonly node: readonly string[] | true;
  readonly instead: string;
  /** Its subfolders are houses of their own. */
  readonly divided?: true;
}

const TRANSPORTS = ['http', 'socket', 'webhooks', 'mcp', 'mqtt', 'metrics', 'sandbox'] as const;
const LIBRARY: Readonly<Record<string, readonly string[]>> = {
  'api/http': ['fastify', '@fastify/'],
  'api/sandbox': ['fastify'],
  'api/socket': ['socket.io', 'engine.io'],
  'api/mcp': ['@modelcontextprotocol/sdk'],
  'api/mqtt': ['mqtt'],
  'api/metrics': ['prom-client'],
  'hardware/knx': ['@zip.js/zip.js', 'saxes'],
  'hardware/mqtt': ['mqtt'],
  'hardware/modbus': ['serialport'],
};
const EVERYWHERE = ['rxjs', '@sinclair/typebox'];

/** Design: who may know whom. The first row that matches a file decides. */
const BOUNDARIES: readonly Boundary[] = [
  {
    folder: /^twin\//,
    house: [],
    packages: EVERYWHERE,
    node: [],
    instead: 'declare a port in twin/ and let controller/assemble.ts hand in what is behind it',
  },
  {
    folder: /^hardware\/simulator\//,
    house: ['twin/index.ts', 'hardware/*.ts'],
    packages: EVERYWHERE,
    node: [],
    instead: 'import twin/index.ts, or take it as an argument: the simulator is as deterministic as the twin',
  },
  {
    folder: /^hardware\/[^/]+\//,
    house: ['twin/index.ts', 'hardware/*.ts'],
    packages: EVERYWHERE,
    node: true,
    instead: 'import twin/index.ts; a bus knows neither another bus nor the interface',
  },
  {
    folder: /^hardware\//,
    house: ['twin/index.ts', 'hardware/*.ts'],
    packages: EVERYWHERE,
    node: [],
    instead: 'import twin/index.ts: what concerns one bus stands in its folder',
    divided: true,
  },
  ...TRANSPORTS.map((transport) => ({
    folder: new RegExp(`^api/${transport}/`),
    house: ['api/*.ts', 'twin/index.ts'],
    types: ['api/access/*.ts', 'api/calls/*.ts'],
    packages: EVERYWHERE,
    node: true as const,
    instead:
      'go through api/gate.ts and api/events.ts; what a transport needs beside them is handed in by controller/assemble.ts',
  })),
  {
    folder: /^api\//,
    house: ['twin/index.ts', 'api/*.ts', 'api/calls/*.ts', 'api/access/*.ts', 'api/languages/*.ts'],
    packages: EVERYWHERE,
    types: ['node:http'],
    node: ['node:crypto', 'node:util', 'node:buffer', 'node:net'],
    instead: 'import twin/index.ts or api/*.ts; the interface knows no bus, no transport and no server',
    divided: true,
  },
  {
    folder: /^scenarios\//,
    house: ['twin/index.ts', 'api/access/*.ts', 'hardware/simulator/index.ts'],
    packages: [...EVERYWHERE, 'yaml'],
    node: ['node:fs', 'node:path', 'node:url'],
    instead: 'import twin/index.ts; what runs a scenario stands in controller/',
  },
  {
    folder: /^controller\//,
    house: ['twin/', 'hardware/', 'api/', 'scenarios/', 'bridge/run-bridge.ts', 'conformance/main.ts', 'package.json'],
    packages: [...EVERYWHERE, 'fastify', 'socket.io', 'engine.io', 'sql.js', 'yaml'],
    node: true,
    instead: 'keep tests, tables of the specification and benches out of the product',
  },
  {
    folder: /^docs\/spec\//,
    house: [],
    packages: [],
    node: [],
    instead: 'write it down here again, in our own words: the tables are the oracle of the tests',
  },
  {
    folder: /^conformance\//,
    house: [],
    packages: [],
    node: true,
    instead: 'use the packages of conformance/package.json: the suite runs against any controller',
  },
  {
    folder: /^bridge\//,
    house: [],
    packages: [],
    node: true,
    instead: 'use the packages of bridge/package.json: it is installed alone',
  },
];

/** Workspaces with packages of their own; `npm` resolves what they may use. */
const OWN_PACKAGES = /^(?:conformance|bridge|console)\//;

export const boundaries: Rule = ({ sources }) =>
  sources
    .filter(({ test }) => !test)
    .flatMap((source) =>
      crossed(
        source,
        BOUNDARIES.find(({ folder }) => folder.test(source.path)),
      ),
    );

/** `docs/spec` is read by tests, the conformance suite and the generators of the documentation, and by nothing that they test. */
export const oracle: Rule = ({ sources }) =>
  sources
    .filter(({ path, test }) => !test && !/^(?:docs|conformance)\//.test(path))
    .flatMap(({ path, uses }) =>
      uses
        .filter((use) => use.path.startsWith('docs/spec/'))
        .map(({ line }) => ({
          file: path,
          line,
          says: 'what is tested must not be its own test: write the fact down where it is carried out instead',
        })),
    );

function crossed(source: Source, boundary: Boundary | undefined): Finding[] {
  if (!boundary) return [];
  const own = boundary.folder.exec(source.path)?.[0] ?? '';
  const library = LIBRARY[own.slice(0, -1)] ?? [];
  return source.imports
    .filter(({ specifier, typeOnly }) => {
      if (specifier.startsWith('node:')) {
        return (
          boundary.node !== true &&
          !boundary.node.includes(specifier) &&
          !(typeOnly && boundary.types?.includes(specifier))
        );
      }
      if (!specifier.startsWith('.')) {
        return (
          !OWN_PACKAGES.test(own) && ![...boundary.packages, ...library].some((name) => belongsTo(specifier, name))
        );
      }
      const path = posix.join(posix.dirname(source.path), specifier);
      const allowed = [...boundary.house, ...(typeOnly ? (boundary.types ?? []) : [])];
      return !(!boundary.divided && path.startsWith(own)) && !allowed.some((pattern) => fits(path, pattern));
    })
    .map(({ specifier, line }) => ({
      file: source.path,
      line,
      says: `imports ${specifier}; instead: ${boundary.instead}`,
    }));
}

const belongsTo = (specifier: string, name: string): boolean =>
  specifier === name || specifier.startsWith(name.endsWith('/') ? name : `${name}/`);

const fits = (path: string, pattern: string): boolean => {
  if (pattern.endsWith('/')) return path.startsWith(pattern);
  const [before, after] = pattern.split('*');
  if (after === undefined) return path === pattern;
  return path.startsWith(before ?? '') && path.endsWith(after) && !path.slice((before ?? '').length).includes('/');
};
