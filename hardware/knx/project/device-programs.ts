import type { Archive } from './archive.ts';
import { type ObjectRow, objectRow, over } from './group-object-ref.ts';
import type { LinkedObject } from './installation-reader.ts';
import { ProjectFault } from './project-fault.ts';
import { type ElementListener, readElements } from './read-elements.ts';

export interface DevicePrograms {
  /** What a device's program says of a group object. */
  readonly rowOf: (object: LinkedObject) => ObjectRow;
  /** Why programs that a project can be understood without were not read, one reason each. */
  readonly unread: readonly string[];
}

/**
 * What the devices' programs say of the group objects in `wanted`; only their programs are read, and of them only what is asked for.
 * Without what they say of the objects in `needed` a project would be understood wrongly: that is read first, and has to be readable.
 */
export const readDevicePrograms = async (
  archive: Archive,
  wanted: readonly LinkedObject[],
  needed: ReadonlySet<LinkedObject>,
): Promise<DevicePrograms> => {
  const names = new Set(archive.names);
  const programs = await programsOf(archive, names, new Set(wanted.map(({ hardware }) => hardware)));
  const rows = new Map<string, ObjectRow>();
  const asked = new Map<string, { readonly refs: Set<string>; isNeeded: boolean }>();
  for (const object of wanted) {
    for (const program of programs.get(object.hardware) ?? []) {
      const row = asked.get(program) ?? { refs: new Set(), isNeeded: false };
      row.refs.add(fullRef(program, object.ref));
      row.isNeeded ||= needed.has(object);
      asked.set(program, row);
    }
  }
  const unread: string[] = [];
  for (const [program, { refs, isNeeded }] of [...asked].toSorted(
    ([, a], [, b]) => Number(b.isNeeded) - Number(a.isNeeded),
  )) {
    const file = `${program.split('_')[0]}/${program}.xml`;
    if (!names.has(file)) continue;
    try {
      await readElements(archive, file, new ProgramReader(refs, rows));
    } catch (error) {
      if (isNeeded || !(error instanceof ProjectFault)) throw error;
      unread.push(error.message);
    }
  }
  return {
    unread,
    rowOf: ({ hardware, ref }) => {
      const found = (programs.get(hardware) ?? []).map((program) => rows.get(fullRef(program, ref)));
      return found.find((row) => row !== undefined) ?? EMPTY;
    },
  };
};

const EMPTY: ObjectRow = { types: [], flags: {}, size: '' };

/** Application programs by the hardware that a device has, as the manufacturers' `Hardware.xml` tells them. */
const programsOf = async (
  archive: Archive,
  names: ReadonlySet<string>,
  hardware: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const programs = new Map<string, string[]>();
  for (const manufacturer of new Set([...hardware].map((id) => id.split('_')[0] ?? ''))) {
    const file = `${manufacturer}/Hardware.xml`;
    if (!names.has(file)) continue;
    let inside: string | null = null;
    await readElements(archive, file, {
      enter: (element) => {
        if (element.name === 'Hardware2Program') inside = element.text('Id');
        else if (element.name === 'ApplicationProgramRef' && inside !== null && hardware.has(inside)) {
          programs.set(inside, [...(programs.get(inside) ?? []), element.text('RefId')]);
        }
      },
      leave: (name) => {
        if (name === 'Hardware2Program') inside = null;
      },
    });
  }
  return programs;
};

/**
 * The reference as the program has it. Older projects write it out; newer ones leave out the program, and name the instance of
 * a module that the object is made of (`MD-2_M-1_MI-1_O-2-1_R-1` of `MD-2_O-2-1_R-1`).
 */
const fullRef = (program: string, ref: string): string => {
  const short = ref.startsWith(`${program}_`) ? ref.slice(program.length + 1) : ref;
  const [object = short] = /O-[^_]*(?:_R-[^_]*)?$/.exec(short) ?? [];
  const [module = ''] = /^MD-[^_]*_/.exec(short) ?? [];
  const [submodule = ''] = /(?<=_)SM-[^_]*_(?=O-)/.exec(short) ?? [];
  return `${program}_${module}${submodule}${object}`;
};

/** Tables of objects come before the references to them. */
class ProgramReader implements ElementListener {
  readonly #wanted: ReadonlySet<string>;
  readonly #rows: Map<string, ObjectRow>;
  readonly #objects = new Map<string, ObjectRow>();
  readonly #objectsWanted: ReadonlySet<string>;
  #missing: number;

  constructor(wanted: ReadonlySet<string>, rows: Map<string, ObjectRow>) {
    this.#wanted = wanted;
    this.#missing = wanted.size;
    this.#rows = rows;
    this.#objectsWanted = new Set([...wanted].map((ref) => ref.replace(/_R-[^_]*$/, '')));
  }

  enter(element: Parameters<ElementListener['enter']>[0]): void {
    if (element.name === 'ComObject') {
      const id = element.text('Id');
      if (this.#objectsWanted.has(id)) this.#objects.set(id, objectRow(element));
    } else if (element.name === 'ComObjectRef') {
      const id = element.text('Id');
      if (this.#wanted.has(id)) {
        if (!this.#rows.has(id)) this.#missing -= 1;
        this.#rows.set(id, over(objectRow(element), this.#objects.get(element.text('RefId')) ?? EMPTY));
      }
    }
  }

  leave(): void {}

  /** Most of a program comes after its objects. */
  isDone(): boolean {
    return this.#missing === 0;
  }
}
