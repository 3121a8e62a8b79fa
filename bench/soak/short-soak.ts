import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Verdict } from './laws.ts';
import type { SoakSettings } from './settings.ts';
import { type SoakResult, soak } from './soak.ts';

/** Some seconds instead of an hour, with bounds that a busy machine keeps. */
export const SHORT: SoakSettings = {
  ...{ seconds: 10, speed: 600, seed: 3, folder: '', kills: 1, stops: 1, longLife: 0.5, settled: 1, lookEvery: 0.5 },
  ...{ growth: 1, startWithin: 60, stopWithin: 2, commandWithin: 60, callWithin: 60, spoil: [] },
};

export const brokenIn = (verdicts: readonly Verdict[]): readonly string[] =>
  verdicts.filter(({ holds }) => !holds).map(({ law }) => law);

/** Soaks the product for a short time, and counts what was noted. */
export const soakShortly = async (
  context: TestContext,
  more: Partial<SoakSettings>,
): Promise<SoakResult & { readonly noted: ReadonlyMap<string, number>; readonly broken: ReadonlySet<string> }> => {
  const path = mkdtempSync(join(tmpdir(), 'soak-test-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  const folder = join(path, 'soak');
  mkdirSync(folder);
  const noted = new Map<string, number>();
  const result = await soak({ ...SHORT, ...more, folder }, (event) => {
    noted.set(event, (noted.get(event) ?? 0) + 1);
  });
  context.diagnostic(JSON.stringify(result.verdicts.map(({ law, holds, seen }) => [law, holds, seen])));
  const text = readFileSync(join(folder, 'controller.yaml'), 'utf8');
  assert.ok(text.includes('type: knx') && existsSync(join(folder, 'data')));
  return { ...result, noted, broken: new Set(brokenIn(result.verdicts)) };
};
