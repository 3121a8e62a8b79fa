import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { BehaviorSubject, of, Subject } from 'rxjs';
import {
  type Backend,
  type Cause,
  type Content,
  type Link,
  type PointAddress,
  type Report,
  SystemClock,
} from '../twin/index.ts';
import { assemble, type Controller } from './assemble.ts';
import { logTo } from './log.ts';
import type { Scenario } from './scenario/scenario.ts';
import { load } from './scenario-folders.ts';

const OWNER: Cause = { by: 'user', user: 'admin', call: 'test' };
const part = { category: 'lighting', type: 'switch', rooms: [1], backend: 'wire' };

const hall: Scenario = {
  name: 'controller',
  seed: 1,
  house: {
    name: 'Hall',
    timeZone: 'UTC',
    place: { latitude: 50, longitude: 10 },
    components: [{ ...part, cid: 'C1', name: 'Lamp' }],
    rooms: [{ id: 1, name: 'Hall', zones: [] }],
    zones: [],
    scenes: [
      {
        id: 1,
        name: 'On and off',
        rooms: [],
        steps: [
          { cid: 'C1', property: 'state', value: true },
          { cid: 'C1', property: 'state', value: false },
        ],
      },
    ],
  },
  accounts: [],
  devices: { rooms: {}, devices: {} },
  buses: ['wire'],
};

/** A bus that says what the test says. */
class Wire implements Backend {
  readonly name = 'wire';
  readonly reports = new Subject<Report>();
  readonly link = new BehaviorSubject<Link>({ cid: null, up: true });
  readonly written: Content[] = [];
  /** Whether a device reports within the very call. */
  answersAtOnce = false;

  write({ cid, property }: PointAddress, content: Content) {
    this.written.push(content);
    if (this.answersAtOnce) this.reports.next({ cid, property, content });
    return of({ ok: true } as const);
  }

  async close(): Promise<void> {}
}

const folder = (context: TestContext): string => {
  const path = mkdtempSync(join(tmpdir(), 'real-building-'));
  context.after(async () => {
    // Whoever still keeps something in it comes first.
    for (const close of open.splice(0)) await close();
    rmSync(path, { recursive: true, force: true });
  });
  return path;
};

/** What the present test has started. */
const open: (() => Promise<void>)[] = [];

const start = async (data: string, scenario = hall) => {
  const wire = new Wire();
  const said: string[] = [];
  const controller = await assemble({
    real: {
      scenario,
      accounts: async () => [{ username: 'admin', password: 'a long enough one', group: 'admin' }],
      bus: () => wire,
    },
    data,
    load,
    log: logTo((line) => said.push(line), false),
  });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await controller.close();
    isClosed = true;
  };
  open.push(close);
  return { controller, wire, said, close };
};

const stateOf = ({ life }: Controller) => life.twin.components.get('C1')?.entry('state');

/** The folder as it would be found if the power failed now. */
const afterPowerCut = (context: TestContext, data: string): string => {
  const copy = join(folder(context), 'copy');
  cpSync(data, copy, { recursive: true, filter: (path) => !/lock/.test(path) });
  return copy;
};

describe('the controller of a real building', () => {
  test('lives in real time, and nobody drives it', async (context) => {
    const { controller } = await start(folder(context));
    const { clock } = controller.life;
    const off = Math.abs(clock.now() - new SystemClock().now());

    assert.ok(off < 100, `${off} ms off`);
  });

  test('knows after an orderly stop what its devices said, and what its owner configured', async (context) => {
    const data = folder(context);
    const first = await start(data);
    first.wire.reports.next({ cid: 'C1', property: 'state', content: 1 });
    first.controller.life.twin.configure(
      { collection: 'rooms', action: 'add', record: { name: 'Attic', zones: [] } },
      OWNER,
    );
    await first.close();
    const { controller, wire } = await start(data);

    assert.equal(stateOf(controller)?.value, true);
    assert.deepEqual([...controller.life.twin.rooms.keys()], [1, 2]);
    wire.reports.next({ cid: 'C1', property: 'state', content: 0 });
    assert.equal(stateOf(controller)?.value, false);
  });

  test('knows after a power cut what was in the journal, and sends nothing a second time', async (context) => {
    const data = folder(context);
    const { controller, wire } = await start(data);
    const { twin, journal } = controller.life;
    wire.reports.next({ cid: 'C1', property: 'state', content: 0 });
    assert.equal(twin.command({ cid: 'C1', property: 'state', value: true, cause: OWNER }), 'accepted');
    await Promise.resolve();
    wire.reports.next({ cid: 'C1', property: 'state', content: 1 });
    wire.link.next({ cid: null, up: false });
    twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Attic', zones: [] } }, OWNER);
    journal.commit();
    const again = await start(afterPowerCut(context, data));

    assert.deepEqual(wire.written, [1]);
    assert.deepEqual(again.wire.written, []);
    assert.deepEqual(again.said, []);
    const entry = stateOf(again.controller);
    assert.deepEqual([entry?.value, entry?.cause], [true, OWNER]);
    assert.deepEqual([...again.controller.life.twin.rooms.keys()], [1, 2]);
  });

  test('knows after a power cut how far a scene had come on a bus that answers at once', async (context) => {
    const data = folder(context);
    const { controller, wire } = await start(data);
    const { twin, journal } = controller.life;
    wire.answersAtOnce = true;
    const ended = new Promise((resolve) => twin.runScene(1, OWNER)?.subscribe(resolve));
    await ended;
    twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Attic', zones: [] } }, OWNER);
    journal.commit();
    const again = await start(afterPowerCut(context, data));

    assert.deepEqual(again.said, []);
    assert.deepEqual(again.wire.written, []);
    assert.deepEqual(again.controller.life.twin.lastRun(1)?.failed, []);
    assert.equal(again.controller.life.twin.rooms.size, 2);
  });

  test('believes what came in by a journal whose end another version would have written otherwise', async (context) => {
    const data = folder(context);
    const { controller, wire } = await start(data);
    const { twin, journal } = controller.life;
    wire.reports.next({ cid: 'C1', property: 'state', content: 0 });
    twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Attic', zones: [] } }, OWNER);
    twin.configure({ collection: 'rooms', action: 'add', record: { name: 'Shed', zones: [] } }, OWNER);
    wire.reports.next({ cid: 'C1', property: 'state', content: 1 });
    journal.commit();
    const copy = afterPowerCut(context, data);
    const [file = ''] = readdirSync(join(copy, 'journal'));
    const text = readFileSync(join(copy, 'journal', file), 'utf8');
    writeFileSync(join(copy, 'journal', file), text.replace('"value":false,"content":0', '"value":false,"content":7'));
    const again = await start(copy);

    assert.match(again.said.join(), /written by another version; its inputs count/);
    assert.deepEqual([...again.controller.life.twin.rooms.keys()], [1, 2, 3]);
    assert.equal(stateOf(again.controller)?.value, true);
    assert.ok(again.controller.life.twin.sequence >= twin.sequence);
  });

  test('does as its description says when that has changed', async (context) => {
    const data = folder(context);
    const first = await start(data);
    first.wire.reports.next({ cid: 'C1', property: 'state', content: 1 });
    await first.close();
    const components = [
      { ...part, cid: 'C1' as const, name: 'Ceiling lamp' },
      { ...part, cid: 'C2' as const, name: 'Fan' },
    ];
    const { controller } = await start(data, { ...hall, house: { ...hall.house, components } });

    const { twin } = controller.life;
    assert.deepEqual(
      [...twin.components.values()].map(({ name }) => name),
      ['Ceiling lamp', 'Fan'],
    );
    assert.equal(stateOf(controller)?.value, true);
  });

  test('has nothing of the sandbox: no control, no public token', async (context) => {
    const { controller } = await start(folder(context));

    assert.equal(controller.life.access.users.size, 1);
    const answers = await Promise.all(
      ['/sandbox/v1', '/mcp'].map((path) => ask(controller, path, { authorization: 'Bearer sandbox-mcp-token' })),
    );
    assert.deepEqual(answers, [404, 401]);
  });
});

/** The status of a request over a real listener. */
const ask = async (controller: Controller, path: string, headers: Record<string, string>): Promise<number> => {
  const { createServer } = await import('node:http');
  const server = createServer((req, res) => controller.handle(req, res, 'local'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  server.closeAllConnections();
  server.close();
  return status;
};
