import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FAULTY } from './broken/index.ts';
import { proveFaulty } from './broken/prove-faulty.ts';
import { CHECKS } from './checks/index.ts';
import { REQUIREMENTS } from './requirements/index.ts';
import { type GoodController, startGoodController } from './testing/sandbox.ts';
import { traceabilityPage } from './traceability.ts';

/** A handful, one for each way of spoiling; `conformance/prove.ts` tries all. */
const TRIED = [
  'methods-404',
  'cid-as-number',
  'unknown-cid-accepted',
  'other-state',
  'mcp-other-name',
  'hooks-nameless',
];

describe('a controller with one fault', () => {
  let good: GoodController;
  before(async () => {
    good = await startGoodController();
  });
  after(() => good.stop());

  for (const faulty of FAULTY.filter(({ id }) => TRIED.includes(id))) {
    test(`is caught if ${faulty.spoils}`, async () => {
      const { missed, others, leftOut } = await proveFaulty(faulty, good, false);

      assert.equal(leftOut, null);
      assert.deepEqual({ missed, others }, { missed: [], others: [] });
    });
  }

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

  test('the page of requirements, checks and proofs is up to date: node --import tsx conformance/trace.ts', () => {
    const path = join(import.meta.dirname, '..', 'docs', 'conformance', 'requirements.md');
    const page = traceabilityPage({ requirements: REQUIREMENTS, checks: CHECKS, faulty: FAULTY });

    assert.ok(readFileSync(path, 'utf8') === page, 'docs/conformance/requirements.md has to be written again');
  });
});
