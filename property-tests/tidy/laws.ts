import { boundaries, oracle } from './boundaries.ts';
import { exports, folders, length, limits, names, silence, words } from './form.ts';
import { cycles, orphans } from './links.ts';
import { chance, synchrony, time } from './time-and-chance.ts';
import type { Rule } from './tree.ts';

type Texts = Readonly<Record<string, string>>;

/** A rule with the offences that it must catch (the first file of each is the guilty one) and what it must let pass. */
interface Law {
  readonly law: string;
  readonly rule: Rule;
  readonly caught: readonly Texts[];
  readonly allowed: readonly Texts[];
}

const ROW = "  bodyBytes: { value: 1, unit: 'B', means: 'largest body' },";
const table = (row: string) => `export const LIMITS = {\n${row}\n} as const;\n`;

export const LAWS: readonly Law[] = [
  {
    law: 'every folder imports only what it may know',
    rule: boundaries,
    caught: [
      { 'twin/twin.ts': "import { readFileSync } from 'node:fs';" },
      { 'twin/twin.ts': "import fastify from 'fastify';" },
      { 'twin/twin.ts': "import type { Gate } from '../api/gate.ts';" },
      { 'twin/kinds/dimmer.ts': "export * from '../../hardware/simulator/dimmer.ts';" },
      { 'twin/twin.ts': "const late = await import('../controller/main.ts');" },
      { 'controller/main.ts': "import { Link } from '../bridge/link.ts';" },
      { 'bridge/link.ts': "import { VERSION } from '../controller/version.ts';" },
      { 'hardware/knx/bus.ts': "import { modbus } from '../modbus/bus.ts';" },
      { 'hardware/knx/bus.ts': "import { twin } from '../../twin/twin.ts';" },
      { 'hardware/knx/bus.ts': "import type { Gate } from '../../api/gate.ts';" },
      { 'hardware/simulator/blind.ts': "import { hrtime } from 'node:process';" },
      { 'hardware/contract.ts': "import { knx } from './knx/bus.ts';" },
      { 'api/gate.ts': "import { server } from './http/server.ts';" },
      { 'api/gate.ts': "import type { FastifyRequest } from 'fastify';" },
      { 'api/calls/get-rooms.ts': "import { simulator } from '../../hardware/simulator/index.ts';" },
      { 'api/access/lockout.ts': "import { Server } from 'socket.io';" },
      { 'api/calls/get-rooms.ts': "import { twin } from '../../twin/twin.ts';" },
      { 'api/http/server.ts': "import { sockets } from '../socket/sockets.ts';" },
      { 'api/http/server.ts': "import { Server } from 'socket.io';" },
      { 'api/http/server.ts': "import { login } from '../access/login.ts';" },
      { 'api/socket/sockets.ts': "import { twin } from '../../twin/twin.ts';" },
      { 'scenarios/load.ts': "import { assemble } from '../controller/assemble.ts';" },
      { 'controller/assemble.ts': "import { sample } from '../property-tests/fixtures.ts';" },
      { 'controller/assemble.ts': "import express from 'express';" },
      { 'docs/spec/calls.ts': "import { CALLS } from '../../api/calls/index.ts';" },
      { 'conformance/main.ts': "import type { Gate } from '../api/gate.ts';" },
      { 'conformance/main.ts': "import { CALLS } from '../docs/spec/index.ts';" },
      { 'bridge/main.ts': "import { twin } from '../twin/index.ts';" },
    ],
    allowed: [
      {
        'twin/twin.ts':
          "import { Subject } from 'rxjs';\nimport { KINDS } from './kinds/index.ts';\n// import x from 'fastify';\nconst text = `import y from 'fastify'`;",
      },
      { 'twin/twin.test.ts': "import { readFileSync } from 'node:fs';" },
      {
        'api/http/server.ts':
          "import fastify from 'fastify';\nimport type { User } from '../access/user.ts';\nimport type { Gate } from '../gate.ts';\nimport { seconds } from '../../twin/index.ts';",
      },
      { 'controller/assemble.ts': "import { twin } from '../twin/twin.ts';\nimport { gate } from '../api/gate.ts';" },
      { 'conformance/main.ts': "import x from 'anything';" },
    ],
  },
  {
    law: 'only what tests reads the tables of the specification',
    rule: oracle,
    caught: [
      { 'api/calls/index.ts': "import { CALLS } from '../../docs/spec/index.ts';", 'docs/spec/index.ts': '' },
      { 'scripts/build.js': "import { CALLS } from '../docs/spec/calls.ts';", 'docs/spec/calls.ts': '' },
    ],
    allowed: [
      { 'api/gate.test.ts': "import { CALLS } from '../docs/spec/index.ts';", 'docs/spec/index.ts': '' },
      { 'docs/reference.ts': "import { CALLS } from './spec/index.ts';", 'docs/spec/index.ts': '' },
    ],
  },
  {
    law: 'no file needs itself to exist first',
    rule: cycles,
    caught: [
      { 'twin/b.ts': "import { a } from './a.ts';", 'twin/a.ts': "import { b } from './b.ts';" },
      {
        'twin/c.ts': "\nexport { a } from './a.ts';",
        'twin/a.ts': "import { b } from './b.ts';",
        'twin/b.ts': "import './c.ts';",
      },
    ],
    allowed: [
      { 'twin/a.ts': "import type { B } from './b.ts';", 'twin/b.ts': "import { a } from './a.ts';" },
      { 'twin/a.ts': "import { type B, type C } from './b.ts';", 'twin/b.ts': "import { a } from './a.ts';" },
    ],
  },
  {
    law: 'every file is there for somebody',
    rule: orphans,
    caught: [
      { 'twin/alone.ts': 'export const a = 1;' },
      { 'twin/tested.ts': 'export const a = 1;', 'twin/tested.test.ts': "import { a } from './tested.ts';" },
      { 'property-tests/alone.ts': 'export const a = 1;' },
    ],
    allowed: [
      { 'controller/main.ts': "import { a } from '../twin/a.ts';", 'twin/a.ts': 'export const a = 1;' },
      {
        'property-tests/laws.ts': '',
        'property-tests/laws.test.ts': "import './laws.ts';",
        'scripts/build.js': '',
        'bench/run.ts': '',
      },
    ],
  },
  {
    law: 'time is an argument',
    rule: time,
    caught: [
      { 'twin/twin.ts': 'const now = Date.now();' },
      { 'api/events.ts': 'const now = new Date();' },
      { 'api/events.ts': 'const now = new Date;' },
      { 'api/events.ts': 'const now = Date();' },
      { 'hardware/simulator/blind.ts': 'const now = performance.now();' },
      { 'controller/main.ts': 'const now = process.hrtime.bigint();' },
      { 'controller/main.ts': 'setTimeout(() => undefined, 10);' },
      { 'controller/main.ts': 'const id = globalThis.setInterval(tick, 10);' },
      { 'api/http/server.ts': 'await new Promise(setImmediate);' },
      { 'api/http/server.ts': "import { setTimeout as pause } from 'node:timers/promises';" },
      { 'controller/main.ts': "import { performance as meter } from 'node:perf_hooks';" },
      { 'twin/twin.ts': 'queueMicrotask(flush);' },
      { 'twin/twin.ts': 'process.nextTick(flush);' },
      ...[
        'auditTime',
        'bufferTime',
        'debounceTime',
        'delay',
        'interval',
        'sampleTime',
        'throttleTime',
        'timeout',
        'timer',
        'windowTime',
      ].map((operator) => ({
        'twin/stages/settle.ts': `import { map, ${operator} } from 'rxjs';`,
      })),
      { 'twin/stages/settle.ts': "import { delay as later } from 'rxjs/operators';" },
      { 'twin/stages/settle.ts': "import * as rx from 'rxjs';" },
      { 'twin/clock/system-clock.ts': 'export const nothing = 1;' },
    ],
    allowed: [
      { 'twin/clock/system-clock.ts': 'export const now = () => Date.now();' },
      { 'twin/twin.ts': 'const iso = new Date(instant).toISOString(); // not Date.now()' },
      {
        'twin/twin.ts':
          "import { debounce } from 'rxjs';\nconst a = { delay: 3, performance: 1 }; a.delay; clock.timer; const text = 'setTimeout(';",
      },
      {
        'api/http/server.test.ts': 'setTimeout(done, 10);',
        'bench/run.ts': 'performance.now();',
        'scripts/build.js': 'Date.now();',
      },
    ],
  },
  {
    law: 'chance is an argument, and secrets come from one file',
    rule: chance,
    caught: [
      { 'hardware/simulator/rain.ts': 'const wet = Math.random() < 0.5;' },
      { 'property-tests/laws.test.ts': 'const seed = Math.random();' },
      { 'api/access/sessions.ts': "import { randomBytes } from 'node:crypto';" },
      { 'api/access/sessions.ts': 'const id = crypto.randomUUID();' },
      { 'api/access/secrets.ts': 'export const nothing = 1;' },
    ],
    allowed: [
      { 'api/access/secrets.ts': "import { randomBytes } from 'node:crypto';" },
      { 'api/access/a.ts': 'const c = context.crypto.x;' },
    ],
  },
  {
    law: 'the twin does not wait',
    rule: synchrony,
    caught: [
      { 'twin/twin.ts': 'async function late() {}' },
      { 'twin/twin.ts': 'const late = await soon;' },
      { 'twin/building/scenes.ts': 'const done: Promise<void> = soon;' },
      { 'twin/backend.ts': 'export const nothing = 1;' },
    ],
    allowed: [
      { 'twin/store.ts': 'close(): Promise<void>;' },
      { 'twin/twin.test.ts': 'await x;' },
      { 'controller/main.ts': 'await x;' },
    ],
  },
  {
    law: 'nobody silences the compiler or the linter',
    rule: silence,
    caught: [
      { 'api/gate.ts': 'const a = b as any;' },
      { 'api/gate.ts': 'const a: any = b;' },
      { 'api/gate.ts': 'const a = new Map<any, string>();' },
      { 'api/gate.test.ts': '// @ts-ig' + 'nore\nconst a = 1;' },
      { 'api/gate.ts': '// @ts-no' + 'check' },
      { 'api/gate.ts': '/* @ts-expect-' + 'error */' },
      { 'api/gate.ts': '// biome-ig' + 'nore lint: because' },
    ],
    allowed: [
      { 'api/gate.ts': "// as any other\nconst a = 'as any';" },
      { 'api/gate.test.ts': '// @ts-expect-' + 'error' },
    ],
  },
  {
    law: 'everything is exported by its name',
    rule: exports,
    caught: [{ 'api/gate.ts': 'export default 1;' }, { 'api/gate.ts': 'export { gate as default };' }],
    allowed: [{ 'api/gate.ts': 'export const gate = 1; // export default' }],
  },
  {
    law: 'every folder says what is in it',
    rule: folders,
    caught: ['utils', 'util', 'common', 'core', 'helpers', 'types'].map((folder) => ({ [`api/${folder}/a.ts`]: '' })),
    allowed: [{ 'api/access/common-room.ts': '' }],
  },
  {
    law: 'every source file is named in kebab-case',
    rule: names,
    caught: [{ 'api/callGate.ts': '' }, { 'api/Gate.ts': '' }, { 'api/call_gate.ts': '' }],
    allowed: [{ 'api/call-gate.ts': '', 'api/call-gate.test.ts': '', 'bin/twinhaus.js': '' }],
  },
  {
    law: 'every file holds one idea',
    rule: length,
    caught: [{ 'api/gate.ts': 'a;\n'.repeat(251) }],
    allowed: [{ 'api/gate.ts': 'a;\n'.repeat(250) }],
  },
  {
    law: 'the project speaks of itself alone',
    rule: words,
    caught: [
      { 'README.md': 'It lies in /wo' + 'rk/main.' },
      { 'docs/a.md': 'cd /ro' + 'ot/x' },
      { 'docs/a.md': 'cd /home/jo' + 'e/x' },
      { 'api/gate.ts': '// see iss' + 'ue #12' },
      { 'api/gate.ts': '// TO' + 'DO: more' },
      { 'api/gate.ts': '// FIX' + 'ME' },
    ],
    allowed: [{ 'README.md': 'An issue of the bus. https://example.org/work/x ~/.config/a /api/v1 /rooms/2' }],
  },
  {
    law: 'every limit stands in one table and is kept',
    rule: limits,
    caught: [
      { 'api/limits.ts': table(ROW) },
      { 'api/limits.ts': table(ROW), 'api/gate.test.ts': 'LIMITS.bodyBytes.value' },
      {
        'api/limits.ts': table("  bodyBytes: { value: 1, means: 'largest body' },"),
        'api/gate.ts': 'LIMITS.bodyBytes.value',
      },
      { 'api/limits.ts': 'export const LIMITS = {};' },
    ],
    allowed: [{ 'api/limits.ts': table(ROW), 'api/gate.ts': 'LIMITS.bodyBytes.value' }],
  },
];
