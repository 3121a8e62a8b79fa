// Proves the suite: every faulty controller has to be caught by the checks of the requirements that it breaks.
// node --import tsx conformance/prove.ts [--whole] [--matrix FILE] [ID…]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAULTY } from './broken/index.ts';
import { type Proof, proveFaulty } from './broken/prove-faulty.ts';
import { startGoodController } from './testing/sandbox.ts';

const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false }, matrix: { type: 'string' } },
  allowPositionals: true,
});
const wanted = FAULTY.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const proofs: Proof[] = [];
for (const faulty of wanted) {
  // A fresh one each time: no fault sees what another has left behind.
  const good = await startGoodController();
  try {
    const proof = await proveFaulty(faulty, good, values.whole);
    proofs.push(proof);
    console.log(told(proof));
  } finally {
    await good.stop();
  }
}
const survivors = proofs.filter(({ missed, leftOut }) => missed.length > 0 && leftOut === null);
const open = proofs.filter(({ leftOut }) => leftOut !== null);
console.log(
  `${proofs.length - survivors.length - open.length} caught, ${survivors.length} survived, ${open.length} not tried`,
);
if (values.matrix !== undefined) writeFileSync(values.matrix, matrix());
process.exitCode = survivors.length > 0 || wanted.length === 0 ? 1 : 0;

function told({ faulty, missed, others, leftOut }: Proof): string {
  const verdict = missed.length === 0 ? 'caught  ' : leftOut === null ? 'SURVIVED' : 'not tried';
  return `${verdict} ${faulty.id}: ${faulty.spoils}${leftOut === null ? '' : ` (${leftOut})`}${others.length === 0 ? '' : `; besides: ${others.join(', ')}`}`;
}

function matrix(): string {
  const rows = proofs.map(({ faulty, missed, caught, others, leftOut }) => {
    const verdict = missed.length === 0 ? caught.join(', ') : leftOut === null ? '**survived**' : 'not tried';
    return `| \`${faulty.id}\` | ${faulty.spoils} | ${verdict} | ${others.join(', ')} |`;
  });
  return [
    '# Faulty controllers, and who catches them',
    '',
    `Written by \`conformance/prove.ts\`${values.whole ? ' with every check of the suite' : ', with the checks that name the requirement'}.`,
    '',
    '| Controller | What it does wrong | Caught by | Seen besides |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
