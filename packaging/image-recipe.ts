import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DESCRIBES = /^(?:CMD|ENTRYPOINT|ENV|EXPOSE|HEALTHCHECK|USER|VOLUME|WORKDIR) /;

/** What the last stage of a recipe of this folder, such as `container/Dockerfile`, says of its image: one instruction each. */
export const instructionsOf = (recipe: string): readonly string[] => {
  const text = readFileSync(fileURLToPath(new URL(recipe, import.meta.url)), 'utf8');
  const last = text.slice(text.lastIndexOf('\nFROM '));
  return last.split('\n').filter((line) => DESCRIBES.test(line));
};
