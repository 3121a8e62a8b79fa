import type { Backend } from './backend.ts';
import type { ComponentRecord } from './building/house.ts';
import { LiveComponent } from './component.ts';
import type { Kind } from './kind.ts';

/** The component that a record describes; throws a sentence for one that this house cannot have. */
export function componentOf(
  record: ComponentRecord,
  kinds: ReadonlyMap<string, Kind>,
  backends: ReadonlyMap<string, Backend>,
): LiveComponent {
  const kind = kinds.get(record.type);
  if (kind === undefined) throw new RangeError(`${record.cid} is of the unknown kind ${record.type}`);
  if (!/^C\d+$/.test(record.cid)) throw new RangeError(`${record.cid} is not C and digits`);
  if (record.backend !== null && !backends.has(record.backend)) {
    throw new RangeError(`${record.cid} hangs on the unknown backend ${record.backend}`);
  }
  return new LiveComponent(record, kind);
}
