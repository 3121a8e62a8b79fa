import { Archive, budgetOf } from './archive.ts';
import { readDevicePrograms } from './device-programs.ts';
import { over, typesOf } from './group-object-ref.ts';
import { InstallationReader, type LinkedObject } from './installation-reader.ts';
import type { AddressStyle, GroupObject, Project } from './project.ts';
import { ProjectFault } from './project-fault.ts';
import { readElements } from './read-elements.ts';

/** The newest format that is known, that of ETS 6.3. */
export const NEWEST_SCHEMA = 23;
const OLDEST_SCHEMA = 10;

/**
 * Reads a project file of ETS 4, 5 or 6 (`.knxproj`). Throws a `ProjectFault` for what is none, is damaged, or is protected by
 * another password than `password`. A newer format is tried, and doubted.
 */
export const readProjectFile = async (bytes: Uint8Array, password?: string): Promise<Project> => {
  const budget = budgetOf();
  const outer = await Archive.open(bytes, budget);
  const id = projectId(outer.names);
  const isProtected = outer.names.includes(`${id}.zip`);
  if (isProtected && password === undefined) {
    throw new ProjectFault('is protected by a password', { asksForPassword: true });
  }
  const inner = isProtected ? await Archive.open(await outer.bytes(`${id}.zip`), budget, password) : outer;
  const folder = isProtected ? '' : `${id}/`;

  const reader = new InstallationReader();
  for (const name of installationsIn(inner.names, folder)) {
    reader.installation = name.slice(folder.length).replace('.xml', '/');
    await readElements(inner, name, reader);
  }
  const schema = reader.schema ?? 0;
  if (schema < OLDEST_SCHEMA) {
    throw new ProjectFault(`has the format ${schema} of an ETS before 4; open it in ETS 5 or 6 and export it there`);
  }
  const { name, style } = await informationOf(inner, folder);
  return { name, style, schema, ...(await joined(outer, reader, schema)) };
};

/** `P-` and four digits or letters. */
const projectId = (names: readonly string[]): string => {
  const ids = new Set(names.flatMap((name) => /^(P-[0-9A-Za-z]{4})(?:\.zip$|\/)/.exec(name)?.[1] ?? []));
  const [id] = ids;
  if (id === undefined)
    throw new ProjectFault('is a ZIP archive, but no project of ETS: export the project as .knxproj');
  if (ids.size > 1) throw new ProjectFault(`holds ${ids.size} projects (${[...ids].join(', ')}); export one by itself`);
  return id;
};

const installationsIn = (names: readonly string[], folder: string): readonly string[] => {
  const found = names
    .filter((name) => name.startsWith(folder) && /^\d{1,2}\.xml$/.test(name.slice(folder.length)))
    .toSorted();
  if (found.length === 0) throw new ProjectFault('has no installation (0.xml) in it: export the project once more');
  return found;
};

/** `Project.xml` in ETS 4, `project.xml` later. */
const informationOf = async (archive: Archive, folder: string): Promise<{ name: string; style: AddressStyle }> => {
  const file = archive.names.find((name) => name.toLowerCase() === `${folder}project.xml`.toLowerCase());
  const found = { name: '', style: 'ThreeLevel' as AddressStyle };
  if (file === undefined) return found;
  await readElements(archive, file, {
    enter: (element) => {
      if (element.name !== 'ProjectInformation') return;
      found.name = element.text('Name').trim();
      const style = element.text('GroupAddressStyle');
      if (style === 'TwoLevel' || style === 'Free') found.style = style;
    },
    leave: () => {},
  });
  return found;
};

/** Addresses with what the devices do with them. */
const joined = async (archive: Archive, reader: InstallationReader, schema: number) => {
  const { addresses, spaces, functions, objects, spaceOfDevice, doubts } = reader;
  const untyped = new Set(addresses.filter(({ types }) => types.length === 0).map(({ id }) => id));
  const needed = new Set(
    objects.filter(({ row, links }) => row.types.length === 0 && links.some((id) => untyped.has(id))),
  );
  const { rowOf, unread } = await readDevicePrograms(archive, objects, needed);
  const byAddress = new Map<string, { readonly object: LinkedObject; readonly sends: boolean }[]>();
  for (const object of objects) {
    for (const [index, id] of object.links.entries()) {
      const linked = byAddress.get(id);
      const link = { object, sends: index === 0 };
      if (linked === undefined) byAddress.set(id, [link]);
      else linked.push(link);
    }
  }
  return {
    addresses: addresses.map((address) => {
      const rows = (byAddress.get(address.id) ?? []).map(({ object, sends }) => ({
        ...over(object.row, rowOf(object)),
        space: spaceOfDevice.get(object.device) ?? null,
        sends,
      }));
      const types = address.types.length > 0 ? address.types : [...new Set(rows.flatMap(typesOf))];
      const linked: readonly GroupObject[] = rows.map(({ space, sends, flags }) => ({ space, sends, flags }));
      return { ...address, types, objects: linked };
    }),
    spaces,
    functions,
    doubts: [
      ...(schema > NEWEST_SCHEMA
        ? [`its format ${schema} is newer than the newest that is known (${NEWEST_SCHEMA}): look at it twice`]
        : []),
      ...unread
        .slice(0, 10)
        .map((why) => `names alone tell what takes commands of some of its devices, since it ${why}`),
      ...doubts,
    ],
  };
};
