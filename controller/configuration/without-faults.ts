import type { Path } from '../yaml/yaml-source.ts';
import type { ConfigurationFile } from './configuration-file.ts';

/**
 * A file with faults as far as it can be understood: what does not fit is left out, but what it is known by stays, so that the rest
 * can be looked at without finding fault with what only follows from other faults. Positions stay what they are.
 */
export const withoutFaults = (content: unknown, faults: readonly { readonly path: Path }[]): ConfigurationFile => {
  const file = isRecord(content) ? content : {};
  const isFaulty = (section: string, index?: number): boolean =>
    faults.some(({ path }) => path[0] === section && (index === undefined ? path.length <= 1 : path[1] === index));
  const rows = (section: string, stub: (row: Row, index: number) => Row): Row[] => {
    const list = file[section];
    if (isFaulty(section) || !Array.isArray(list)) return [];
    return list.map((row: unknown, index) => {
      if (!isFaulty(section, index)) return row as Row;
      return stub(isRecord(row) ? row : {}, index);
    });
  };
  const byId = (row: Row, index: number): Row => ({ id: Number.isInteger(row.id) ? row.id : -1 - index });
  const hasAny = (section: string): boolean => faults.some(({ path }) => path[0] === section);
  return {
    ...file,
    timeZone: typeof file.timeZone === 'string' ? file.timeZone : 'UTC',
    zones: rows('zones', byId),
    rooms: rows('rooms', (row, index) => ({ ...byId(row, index), zones: [] })),
    components: rows('components', (row, index) => ({
      cid: typeof row.cid === 'string' ? row.cid : `C-${index}`,
      type: typeof row.type === 'string' ? row.type : 'switch',
      rooms: [],
    })),
    scenes: rows('scenes', (row, index) => ({ ...byId(row, index), rooms: [], steps: [] })),
    automations: hasAny('automations') ? [] : rows('automations', byId),
    proxies: hasAny('proxies') ? [] : file.proxies,
    listen: hasAny('listen') ? {} : file.listen,
    mqtt: hasAny('mqtt') ? undefined : file.mqtt,
    buses: hasAny('buses') || !isRecord(file.buses) ? busesOf(file.buses) : file.buses,
  } as unknown as ConfigurationFile;
};

type Row = { readonly [field: string]: unknown };

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Those that have at least a type. */
const busesOf = (buses: unknown): unknown =>
  isRecord(buses)
    ? Object.fromEntries(Object.entries(buses).filter(([, bus]) => isRecord(bus) && typeof bus.type === 'string'))
    : {};
