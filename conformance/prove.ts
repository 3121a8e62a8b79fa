// Proves the suite: every faulty controller has to be caught by the checks of the requirements that it breaks.
// node --import tsx conformance/prove.ts [--whole] [--record] [ID…]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTY } from './broken/index.ts';
import { knownFaultsFile, matrixPage, rowsOf } from './broken/matrix.ts';
import { type Proof, proveFaulty } from './broken/prove-faulty.ts';
import { startSandbox } from './testing/sandbox.ts';

const MATRIX = join(import.meta.dirname, '..', 'docs', 'conformance', 'matrix.md');
const KNOWN = join(import.meta.dirname, 'reports', 'known-faults.ts');

const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !FAULTY.some(({ id }) => id === name));
if (unknown.length > 0) throw new Error(`no faulty controller is called ${unknown.join(', ')}`);
const wanted = FAULTY.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const proofs: Proof[] = [];
for (const faulty of wanted) {
  // A fresh one each time: no fault sees what another has left behind.
  const good = await startSandbox();
  try {
    const proof = await proveFaulty(faulty, good, values.whole);
    proofs.push(proof);
    console.log(told(proof));
    // After each: what was seen stays seen, whatever comes next. What all checks say besides is another matter.
    if (values.record && !values.whole) record();
  } finally {
    await good.stop();
  }
}
const survivors = proofs.filter(({ missed, leftOut }) => missed.length > 0 && leftOut === null);
const open = proofs.filter(({ leftOut }) => leftOut !== null);
console.log(
  `${proofs.length - survivors.length - open.length} caught, ${survivors.length} survived, ${open.length} not tried`,
);
process.exitCode = survivors.length > 0 || open.length > 0 ? 1 : 0;

function told({ faulty, missed, others, leftOut }: Proof): string {
  const verdict = missed.length === 0 ? 'caught  ' : leftOut === null ? 'SURVIVED' : 'not tried';
  return `${verdict} ${faulty.id}: ${faulty.spoils}${leftOut === null ? '' : ` (${leftOut})`}${others.length === 0 ? '' : `; besides: ${others.join(', ')}`}`;
}

function record(): void {
  const rows = rowsOf(readFileSync(MATRIX, 'utf8'), proofs, FAULTY);
  writeFileSync(MATRIX, matrixPage(rows));
  writeFileSync(KNOWN, knownFaultsFile(rows));
}
