import { writeFileSync } from 'node:fs';
import { controllerSchema } from '../docs/controller-schema.ts';

/** Writes the published form of `controller.yaml`. Run it with `npx tsx scripts/write-controller-schema.ts`. */
writeFileSync(
  new URL('../docs/controller.schema.json', import.meta.url),
  `${JSON.stringify(await controllerSchema(), null, 2)}\n`,
);
