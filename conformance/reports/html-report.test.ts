import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Exchange } from '../clients/tape.ts';
import type { Finding, Verdict } from '../verdicts/verdict.ts';
import { htmlReport } from './html-report.ts';
import { reportOf } from './report.ts';

const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(PROGRAM) && 'needs chromium (apt-get install chromium, or CHROMIUM names it)';

const finding = (requirement: string, verdict: Verdict): Finding => ({
  ...{ check: 'components.shape', requirement, verdict, says: 'it said <b>no</b>', evidence: [1] },
});
const exchange: Exchange = {
  check: 'components.shape',
  number: 1,
  at: 1,
  path: 'http',
  sent: 'question',
  got: 'answer',
};
const page = htmlReport(
  reportOf(
    {
      findings: [
        finding('component.cid', 'FAIL'),
        finding('component.rooms', 'PASS'),
        finding('components.list', 'INCONCLUSIVE'),
        finding('http.path', 'PASS'),
      ],
      exchanges: new Map([['components.shape', [exchange]]]),
      ...{ leftBehind: [], repeated: [], interrupted: false, ms: 1 },
    },
    new Map(),
    {
      ...{ target: 'http://house', at: '2030-01-01T00:00:00.000Z', seed: 1, strict: false, expectations: [] },
      again: 'twinhaus conformance http://house',
    },
  ),
);

describe('somebody who reads the page of a run', { skip }, () => {
  let browser: Browser;
  let reader: Page;
  let complaints: string[] = [];
  const row = (id: string) => reader.locator(`details[id="${id}"]`);
  before(async () => {
    browser = await chromium.launch({
      executablePath: PROGRAM,
      timeout: 60_000,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  });
  after(() => browser?.close());
  beforeEach(async () => {
    complaints = [];
    reader = await browser.newPage({ colorScheme: 'light' });
    reader.setDefaultTimeout(60_000);
    reader.on('console', (message) => complaints.push(message.text()));
    reader.on('pageerror', (error) => complaints.push(error.message));
    await reader.setContent(page);
  });
  afterEach(async () => {
    await reader.close();
    assert.deepEqual(complaints, []);
  });

  test('is led from a finding to its evidence and to the commands that show it again', async () => {
    await reader.locator('.findings a').focus();
    await reader.keyboard.press('Enter');
    await row('component.cid').and(reader.locator('[open]')).waitFor();

    const told = await row('component.cid').innerText();
    assert.match(told, /sent "question"\s+came "answer"/);
    assert.match(told, /it said <b>no<\/b>/);
    assert.match(told, /twinhaus conformance http:\/\/house --only components\.shape --seed 1/);
  });

  test('sees what was ticked and has the word, and no heading without anything under it', async () => {
    const heading = reader.getByRole('heading', { name: 'HTTP API, general rules' });
    assert.ok(await heading.isVisible());
    await reader.locator('[value=PASS]').uncheck();
    await reader.locator('[value=UNTESTED]').uncheck();
    assert.deepEqual(
      [await row('component.cid').isVisible(), await row('http.path').isVisible(), await heading.isVisible()],
      [true, false, false],
    );

    await reader.getByRole('searchbox').fill('COMPONENTS.LIST');
    assert.deepEqual([await row('components.list').isVisible(), await row('component.cid').isVisible()], [true, false]);
    await reader.getByRole('searchbox').fill('no such word');
    assert.ok(await reader.getByText('Nothing is like that.').isVisible());
  });

  test('reads it in the dark, and prints it dark on white with the evidence unfolded', async () => {
    const colours = () =>
      reader.evaluate(`[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]`);
    assert.deepEqual(await colours(), ['rgb(27, 27, 27)', 'rgb(255, 255, 255)']);
    await reader.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await colours(), ['rgb(232, 232, 230)', 'rgb(22, 22, 22)']);
    await reader.emulateMedia({ colorScheme: 'dark', media: 'print' });
    assert.deepEqual(await colours(), ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await reader.evaluate(`dispatchEvent(new Event('beforeprint'))`);

    assert.ok(await reader.locator('details[id="component.cid"][open]').isVisible());
    assert.ok(!(await reader.locator('.filter').isVisible()));
  });

  test('finds nothing wider than a telephone', async () => {
    await reader.setViewportSize({ width: 360, height: 700 });

    assert.equal(await reader.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  });
});
