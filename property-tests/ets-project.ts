import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { ets6Password } from '../hardware/knx/project/zip-password.ts';

configure({ useWebWorkers: false });

/** Formats of ETS 4, 5 and 6. */
export type Schema = 11 | 20 | 22 | number;

/** A building as somebody plans it in ETS; what is left out is not there. */
export interface Plan {
  readonly name?: string;
  readonly style?: 'ThreeLevel' | 'TwoLevel' | 'Free';
  readonly addresses: readonly PlannedAddress[];
  readonly spaces?: readonly PlannedSpace[];
  readonly devices?: readonly PlannedDevice[];
  /** Programs of devices, by their identifier such as `M-0002_A-A066-14-550B`. */
  readonly programs?: { readonly [program: string]: readonly PlannedObject[] };
}

export interface PlannedAddress {
  /** `GA-1`, … in the order of the plan unless said. */
  readonly group: number;
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
  readonly ranges?: readonly [string, string];
  /** A key of KNX Data Secure. */
  readonly key?: string;
}

export interface PlannedSpace {
  readonly type: string;
  readonly name: string;
  readonly spaces?: readonly PlannedSpace[];
  readonly functions?: readonly PlannedFunction[];
  /** Positions of devices in the plan, from 0. */
  readonly devices?: readonly number[];
}

export interface PlannedFunction {
  readonly type: string;
  readonly name: string;
  /** Roles and positions of addresses in the plan, from 0. */
  readonly members: readonly (readonly [role: string, address: number])[];
}

export interface PlannedDevice {
  readonly program?: string;
  readonly objects: readonly {
    /** Without the program, such as `O-1_R-1`. */
    readonly ref: string;
    readonly type?: string;
    readonly flags?: string;
    /** Positions of addresses in the plan, from 0; it sends to the first. */
    readonly links: readonly number[];
  }[];
}

export interface PlannedObject {
  /** Of the reference, such as `O-1_R-1`. */
  readonly ref: string;
  /** `DatapointType="…"` and flags, as they stand in the file. */
  readonly attributes: string;
}

const PROJECT = 'P-0AB1';

/** The files of an export of ETS, as its format describes them, before they are packed. */
export const projectFiles = (plan: Plan, schema: Schema): ReadonlyMap<string, string> =>
  new Map([
    ['knx_master.xml', knx(schema, '<MasterData Id="MD-1" Version="128" />')],
    [`${PROJECT}/${schema <= 11 ? 'Project' : 'project'}.xml`, knx(schema, informationOf(plan))],
    [`${PROJECT}/0.xml`, knx(schema, installationOf(plan, schema))],
    ...programFiles(plan, schema),
  ]);

/** A project file. With a password everything in the project's folder is in an inner archive, encrypted as that ETS does it. */
export const projectFile = async (plan: Plan, schema: Schema, password?: string): Promise<Uint8Array> => {
  const files = projectFiles(plan, schema);
  if (password === undefined) return zipped(new Map([...files, [`${PROJECT}.signature`, 'x']]));
  const isInner = (name: string): boolean => name.startsWith(`${PROJECT}/`);
  const inner = [...files].filter(([name]) => isInner(name)).map(([name, text]) => [name.slice(7), text] as const);
  const encryption =
    schema < 21
      ? { password, zipCrypto: true }
      : { password: await ets6Password(password), encryptionStrength: 3 as const };
  const outer = [...files].filter(([name]) => !isInner(name));
  return zipped(
    new Map<string, string | Uint8Array>([...outer, [`${PROJECT}.zip`, await zipped(new Map(inner), encryption)]]),
  );
};

/** An archive of files. */
export const zipped = async (
  files: ReadonlyMap<string, string | Uint8Array | ReadableStream<Uint8Array>>,
  options: object = {},
): Promise<Uint8Array> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), options);
  for (const [name, content] of files) {
    if (content instanceof ReadableStream) await writer.add(name, content);
    else await writer.add(name, new Uint8ArrayReader(typeof content === 'string' ? Buffer.from(content) : content));
  }
  return writer.close();
};

const knx = (schema: Schema, inside: string): string =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<KNX xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" CreatedBy="ETS" xmlns="http://knx.org/xml/project/${schema}">\n${inside}\n</KNX>\n`;

const text = (content: string): string => content.replace(/[&<>"\p{Cc}]/gu, (letter) => `&#${letter.charCodeAt(0)};`);

const informationOf = ({ name = 'House', style = 'ThreeLevel' }: Plan): string =>
  `<Project Id="${PROJECT}"><ProjectInformation Name="${text(name)}" GroupAddressStyle="${style}" /></Project>`;

/** Identifiers are written out in ETS 4; links of later ones leave out the project. */
const idOf = (what: string, index: number): string => `${PROJECT}-0_${what}-${index + 1}`;

const installationOf = (plan: Plan, schema: Schema): string =>
  [
    `<Project Id="${PROJECT}"><Installations><Installation Name="">`,
    `<Topology><Area Id="${PROJECT}-0_A-1" Address="1"><Line Id="${PROJECT}-0_L-1" Address="1">`,
    schema >= 21 ? `<Segment Id="${PROJECT}-0_S-1" Number="0">` : '',
    ...(plan.devices ?? []).map((device, index) => deviceOf(device, index, schema)),
    schema >= 21 ? '</Segment>' : '',
    '</Line></Area></Topology>',
    schema <= 11 ? '<Buildings>' : '<Locations>',
    ...spacesOf(plan.spaces ?? [], schema, { space: 0, fun: 0, ref: 0 }),
    schema <= 11 ? '</Buildings>' : '</Locations>',
    '<GroupAddresses><GroupRanges>',
    ...rangesOf(plan.addresses),
    '</GroupRanges></GroupAddresses>',
    '</Installation></Installations></Project>',
  ]
    .filter(Boolean)
    .join('\n');

const hardwareOf = (program: string): string => {
  const [manufacturer, application = ''] = program.split('_A-');
  return `${manufacturer}_H-some.hardware-1_HP-${application}`;
};

const deviceOf = ({ program, objects }: PlannedDevice, index: number, schema: Schema): string =>
  [
    `<DeviceInstance Id="${idOf('DI', index)}" Address="${index + 1}"${program === undefined ? '' : ` Hardware2ProgramRefId="${hardwareOf(program)}"`}>`,
    '<ComObjectInstanceRefs>',
    ...objects.map(({ ref, type, flags = '', links }) => {
      const head = `RefId="${schema <= 11 ? `${program}_` : ''}${ref}"${type === undefined ? '' : ` DatapointType="${type}"`} ${flags}`;
      if (schema > 11)
        return `<ComObjectInstanceRef ${head} Links="${links.map((link) => `GA-${link + 1}`).join(' ')}" />`;
      const connectors = links.map(
        (link, at) => `<${at === 0 ? 'Send' : 'Receive'} GroupAddressRefId="${idOf('GA', link)}" />`,
      );
      return `<ComObjectInstanceRef ${head}><Connectors>${connectors.join('')}</Connectors></ComObjectInstanceRef>`;
    }),
    '</ComObjectInstanceRefs></DeviceInstance>',
  ].join('\n');

const spacesOf = (
  spaces: readonly PlannedSpace[],
  schema: Schema,
  count: { space: number; fun: number; ref: number },
): readonly string[] =>
  spaces.flatMap(({ type, name, spaces: inside = [], functions = [], devices = [] }) => {
    const element = schema <= 11 ? 'BuildingPart' : 'Space';
    count.space += 1;
    return [
      `<${element} Id="${idOf('BP', count.space)}" Type="${type}" Name="${text(name)}">`,
      ...devices.map((device) => `<DeviceInstanceRef RefId="${idOf('DI', device)}" />`),
      ...functions.map((each) => {
        count.fun += 1;
        const refs = each.members.map(([role, address]) => {
          count.ref += 1;
          return `<GroupAddressRef Id="${idOf('GF', count.ref)}" Role="${role}" RefId="${idOf('GA', address)}" />`;
        });
        return `<Function Id="${idOf('F', count.fun)}" Type="${each.type}" Name="${text(each.name)}">${refs.join('')}</Function>`;
      }),
      ...spacesOf(inside, schema, count),
      `</${element}>`,
    ];
  });

const rangesOf = (addresses: readonly PlannedAddress[]): readonly string[] => {
  const ranges = new Map<string, Map<string, string[]>>();
  addresses.forEach(({ group, name, description, type, key, ranges: [outer, inner] = ['Main', 'Middle'] }, index) => {
    const row = [
      `<GroupAddress Id="${idOf('GA', index)}" Address="${group}" Name="${text(name)}"`,
      ...(description === undefined ? [] : [`Description="${text(description)}"`]),
      ...(type === undefined ? [] : [`DatapointType="${type}"`]),
      ...(key === undefined ? [] : [`Key="${key}"`]),
      '/>',
    ].join(' ');
    const middle = ranges.get(outer) ?? new Map<string, string[]>();
    ranges.set(outer, middle);
    const rows = middle.get(inner) ?? [];
    middle.set(inner, rows);
    rows.push(row);
  });
  return [...ranges].flatMap(([outer, middle]) => [
    `<GroupRange Name="${text(outer)}" RangeStart="1" RangeEnd="2047">`,
    ...[...middle].flatMap(([inner, rows]) => [
      `<GroupRange Name="${text(inner)}" RangeStart="1" RangeEnd="255">`,
      ...rows,
      '</GroupRange>',
    ]),
    '</GroupRange>',
  ]);
};

/** `Hardware.xml` tells which program a hardware has; the program tells its objects and the references to them. */
const programFiles = ({ programs = {} }: Plan, schema: Schema): readonly (readonly [string, string])[] =>
  Object.entries(programs).flatMap(([program, objects]) => {
    const manufacturer = program.split('_')[0] ?? '';
    return [
      [
        `${manufacturer}/Hardware.xml`,
        knx(
          schema,
          `<ManufacturerData><Manufacturer RefId="${manufacturer}"><Hardware><Hardware><Hardware2Programs><Hardware2Program Id="${hardwareOf(program)}"><ApplicationProgramRef RefId="${program}" /></Hardware2Program></Hardware2Programs></Hardware></Hardware></Manufacturer></ManufacturerData>`,
        ),
      ],
      [
        `${manufacturer}/${program}.xml`,
        knx(
          schema,
          [
            '<ManufacturerData><Manufacturer><ApplicationPrograms><ApplicationProgram><Static><ComObjectTable>',
            ...objects.map(
              ({ ref, attributes }) => `<ComObject Id="${program}_${ref.replace(/_R-.*$/, '')}" ${attributes} />`,
            ),
            '</ComObjectTable><ComObjectRefs>',
            ...objects.map(
              ({ ref }) => `<ComObjectRef Id="${program}_${ref}" RefId="${program}_${ref.replace(/_R-.*$/, '')}" />`,
            ),
            '</ComObjectRefs></Static></ApplicationProgram></ApplicationPrograms></Manufacturer></ManufacturerData>',
          ].join('\n'),
        ),
      ],
    ] as const;
  });
