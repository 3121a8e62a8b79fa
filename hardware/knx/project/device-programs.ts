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
  const unread: string[] = [];
  const read = async (file: string, listener: ElementListener, isNeeded: boolean): Promise<void> => {
    if (!names.has(file)) return;
    try {
      await readElements(archive, file, listener);
    } catch (error) {
      if (isNeeded || !(error instanceof ProjectFault)) throw error;
      unread.push(error.message);
    }
  };
  const programs = new Map<string, string[]>();
  const neededFrom = new Set([...needed].map(manufacturerOf));
  const hardware = new Set(wanted.map((object) => object.hardware));
  for (const manufacturer of new Set(wanted.map(manufacturerOf))) {
    await read(`${manufacturer}/Hardware.xml`, programsOf(hardware, programs), neededFrom.has(manufacturer));
  }
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
  for (const [program, { refs, isNeeded }] of [...asked].toSorted(
    ([, a], [, b]) => Number(b.isNeeded) - Number(a.isNeeded),
  )) {
    await read(`${program.split('_')[0]}/${program}.xml`, new ProgramReader(refs, rows), isNeeded);
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

const manufacturerOf = ({ hardware }: LinkedObject): string => hardware.split('_')[0] ?? '';

/** Takes application programs by the hardware that a device has into `programs`, as a manufacturer's `Hardware.xml` tells them. */
const programsOf = (hardware: ReadonlySet<string>, programs: Map<string, string[]>): ElementListener => {
  let inside: string | null = null;
  return {
    enter: (element) => {
      if (element.name === 'Hardware2Program') inside = element.text('Id');
      else if (element.name === 'ApplicationProgramRef' && inside !== null && hardware.has(inside)) {
        programs.set(inside, [...(programs.get(inside) ?? []), element.text('RefId')]);
      }
    },
    leave: (name) => {
      if (name === 'Hardware2Program') inside = null;
    },
  };
};

/**
 * The reference as the program has it. Older projects write it out; newer ones leave out the program, and name the instance of
 * a module that the object is made of (`MD-2_M-1_MI-1_O-2-1_R-1` of `MD-2_O-2-1_R-1`).
 */
const fullRef = (program: string, ref: string): string => {
  const short = ref.startsWith(`${program}_`) ? ref.slice(program.length + 1) : ref;
  // Only where a part of the reference begins: else one of many `O-` takes minutes.
  const [object = short] = /(?<![^_])O-[^_]*(?:_R-[^_]*)?$/.exec(short) ?? [];
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
