import { defer, filter, map, type Observable, startWith } from 'rxjs';
import type { Twin } from '../twin/index.ts';

/** Whether a skill is switched on: now, then whenever somebody switches it. */
export const skillOf = ({ skills, configuration }: Pick<Twin, 'skills' | 'configuration'>, id: string) => {
  const isOn = (): boolean => skills.get(id)?.enabled === true;
  const changes = configuration.pipe(
    filter((event) => event.collection === 'skills' && event.id === id),
    map(isOn),
  );
  return defer((): Observable<boolean> => changes.pipe(startWith(isOn())));
};
