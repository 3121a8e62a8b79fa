// Writes the page that leads from each requirement to its checks and their proofs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTY } from './broken/index.ts';
import { CHECKS } from './checks/index.ts';
import { REQUIREMENTS } from './requirements/index.ts';
import { traceabilityPage } from './traceability.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'conformance');
mkdirSync(folder, { recursive: true });
const page = traceabilityPage({ requirements: REQUIREMENTS, checks: CHECKS, faulty: FAULTY });
writeFileSync(join(folder, 'requirements.md'), page);
