// Writes the page that leads from each requirement to its checks and their proofs, and takes in new requirements as frozen.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTY } from './broken/index.ts';
import { CHECKS } from './checks/index.ts';
import { freeze } from './requirements/frozen.ts';
import { REQUIREMENTS } from './requirements/index.ts';
import { traceabilityPage } from './traceability.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'conformance');
mkdirSync(folder, { recursive: true });
const page = traceabilityPage({ requirements: REQUIREMENTS, checks: CHECKS, faulty: FAULTY });
writeFileSync(join(folder, 'requirements.md'), page);
freeze();
