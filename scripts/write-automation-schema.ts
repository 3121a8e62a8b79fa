import { writeFileSync } from 'node:fs';
import { automationSchema } from '../api/automation-schema.ts';

/** Writes the published form of an automation. Run it with `npx tsx scripts/write-automation-schema.ts`. */
writeFileSync(
  new URL('../docs/automation.schema.json', import.meta.url),
  `${JSON.stringify(automationSchema(), null, 2)}\n`,
);
