import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FAULTY } from './broken/index.ts';
import { proveFaulty } from './broken/prove-faulty.ts';
import { startFaulty } from './broken/proxy.ts';
import { CHECKS } from './checks/index.ts';
import type { Report } from './reports/report.ts';
import { REQUIREMENTS } from './requirements/index.ts';
import { everythingFor, type GoodController, typeConformance } from './testing/good-controller.ts';
import { startSandbox } from './testing/sandbox.ts';
import { traceabilityPage } from './traceability.ts';

/** A handful, one for each way of spoiling; `conformance/prove.ts` tries all. */
const TRIED = [
  'methods-404',
  'cid-as-number',
  'unknown-cid-accepted',
  'other-state',
  'mcp-other-name',
  'hooks-nameless',
  'mcp-user-tool',
  'remote-no-scenes',
  'tls-no-scenes',
];

describe('a controller with one fault', () => {
  let good: GoodController;
  before(async () => {
    good = await startSandbox();
  });
  after(() => good.stop());

  for (const faulty of FAULTY.filter(({ id }) => TRIED.includes(id))) {
    test(`is caught if ${faulty.spoils}`, async () => {
      const { missed, others, leftOut } = await proveFaulty(faulty, good, false);

      assert.equal(leftOut, null);
      assert.deepEqual({ missed, others }, { missed: [], others: [] });
    });
  }

  test('is named in every report on a controller that behaves like it', async () => {
    const faulty = FAULTY.find(({ id }) => id === 'cid-as-number');
    assert.ok(faulty);
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const controller = await startFaulty(faulty, good);
    try {
      const [json, html] = [join(folder, 'json'), join(folder, 'html')];
      const { status, output } = await typeConformance([
        ...everythingFor(controller.given),
        ...['--only', 'components.shape', '--json', json, '--html', html],
      ]);

      assert.equal(status, 1);
      assert.match(output, /most like the faulty controller cid-as-number: cid is a bare number \(100 % alike/);
      assert.match(readFileSync(html, 'utf8'), /most like the faulty controller cid-as-number/);
      const { resembles } = JSON.parse(readFileSync(json, 'utf8')) as Report;
      assert.deepEqual([resembles?.id, resembles?.shared], ['cid-as-number', ['component.cid']]);
    } finally {
      await controller.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('is not caught if it has none', async () => {
    const faultless = { id: 'faultless', spoils: 'nothing', caughtBy: ['component.cid'], how: () => ({}) };

    const { caught, missed, others } = await proveFaulty(faultless, good, false);

    assert.deepEqual({ caught, missed, others }, { caught: [], missed: ['component.cid'], others: [] });
  });
});

describe('the table of faults', () => {
  test('every fault has an id of its own, and names requirements that a check looks at', () => {
    const ids = FAULTY.map(({ id }) => id);
    const looked = new Set(CHECKS.flatMap(({ proves }) => proves));

    assert.deepEqual([...new Set(ids)], ids);
    for (const { id, caughtBy } of FAULTY) {
      assert.notEqual(caughtBy.length, 0, id);
      for (const name of caughtBy) assert.ok(looked.has(name), `${id} names ${name}`);
    }
  });

  test('every MUST and SHOULD that can be seen from outside is broken by one of them, and there are at least 120', () => {
    const broken = new Set(FAULTY.flatMap(({ caughtBy }) => caughtBy));
    const unproven = REQUIREMENTS.filter(
      ({ id, level, unseen }) => level !== 'MAY' && unseen === null && !broken.has(id),
    );

    assert.deepEqual(
      unproven.map(({ id }) => id),
      [],
    );
    assert.ok(FAULTY.length >= 120, `${FAULTY.length} faulty controllers`);
  });

  test('the page of requirements, checks and proofs is up to date: node --import tsx conformance/trace.ts', () => {
    const path = join(import.meta.dirname, '..', 'docs', 'conformance', 'requirements.md');
    const page = traceabilityPage({ requirements: REQUIREMENTS, checks: CHECKS, faulty: FAULTY });

    assert.ok(readFileSync(path, 'utf8') === page, 'docs/conformance/requirements.md has to be written again');
  });
});
