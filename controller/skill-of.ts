import { defer, filter, map, type Observable, startWith } from 'rxjs';
import type { Twin } from '../twin/index.ts';

/** Whether a skill is switched on: now, then whenever somebody switches it. */
export const skillOf = (twin: Pick<Twin, 'skills' | 'configuration'>, id: string) => {
  const isOn = (): boolean => twin.skills.get(id)?.enabled === true;
  const changes = twin.configuration.pipe(
    filter((event) => event.collection === 'skills' && event.id === id),
    map(isOn),
  );
  return defer((): Observable<boolean> => changes.pipe(startWith(isOn())));
};
