import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { perhaps } from '../command.ts';
import { type Scenario, ScenarioFault } from './scenario.ts';

/** Where scenarios are found by name; either folder may be left out. */
export interface ScenarioFolders {
  /** Of `<name>.yaml`. */
  readonly written?: string;
  /** Of `<name>.json`, as `compileScenario` made them: they are read much faster, and count unless they are older. */
  readonly compiled?: string;
  /** Seed that counts instead of the scenario's own. */
  readonly seed?: number;
}

/** The largest file that is read; a house of 50 000 components takes a quarter of it. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * A scenario by name, as a file, or `generated:components=N[,rooms=M]`. Rejects with a `ScenarioFault` that says in one line
 * what is wrong.
 */
export async function loadScenario(nameOrFile: string, folders: ScenarioFolders): Promise<Scenario> {
  if (nameOrFile.startsWith('generated:')) {
    const { generatedScenario, sizeOf } = await import('./generated.ts');
    return { ...generatedScenario(sizeOf(nameOrFile), folders.seed ?? 1), name: nameOrFile };
  }
  const scenario = isName(nameOrFile) ? await named(nameOrFile, folders) : await compileScenario(nameOrFile);
  return folders.seed === undefined ? scenario : { ...scenario, seed: folders.seed };
}

/** Reads and checks a scenario file. The result is plain JSON and can be kept as such. */
export async function compileScenario(file: string): Promise<Scenario> {
  const text = read(file);
  const { readScenario } = await import('./read-scenario.ts');
  return readScenario(file, text);
}

/** Names of the scenarios in the folders. */
export function scenarioNames({ written, compiled }: ScenarioFolders): readonly string[] {
  return [...new Set([...namesIn(written, '.yaml'), ...namesIn(compiled, '.json')])].toSorted();
}

const isName = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

async function named(name: string, folders: ScenarioFolders): Promise<Scenario> {
  const written = folders.written === undefined ? undefined : join(folders.written, `${name}.yaml`);
  const compiled = folders.compiled === undefined ? undefined : join(folders.compiled, `${name}.json`);
  const [writtenAt, compiledAt] = [changed(written), changed(compiled)];
  if (compiled !== undefined && compiledAt > 0 && compiledAt >= writtenAt)
    return JSON.parse(read(compiled)) as Scenario;
  if (written !== undefined && writtenAt > 0) return compileScenario(written);
  const names = scenarioNames(folders);
  throw new ScenarioFault(
    `${name}: there is no such scenario; ${perhaps(name, names)}there are: ${names.join(', ')}; or name a file`,
  );
}

/** When a file was last changed; 0 for one that is not there. */
const changed = (file: string | undefined): number =>
  file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

function namesIn(folder: string | undefined, ending: string): readonly string[] {
  if (folder === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));
}

function read(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MOST_BYTES) throw new ScenarioFault(`${file}:1: is larger than ${MOST_BYTES} bytes; make it smaller`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ScenarioFault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = WHY[code ?? ''] ?? `cannot be read (${code ?? 'unknown'}); name a scenario or a readable file`;
    throw new ScenarioFault(`${file}: ${why}`);
  }
}

const WHY: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file; name a scenario or a file that is there',
  EISDIR: 'is a folder; name a file in it',
  EACCES: 'may not be read; change its rights or name another file',
};
