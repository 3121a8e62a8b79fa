import type { GroupAddress } from '../group-address.ts';
import { datapointTypes } from './datapoint-types.ts';
import { type ObjectRow, objectRow } from './group-object-ref.ts';
import { LIMITS } from './limits.ts';
import type { FunctionMember, Space } from './project.ts';
import { ProjectFault } from './project-fault.ts';
import type { Element, ElementListener } from './read-elements.ts';

/** A group address as it stands in the file. */
export interface AddressRow {
  readonly id: string;
  readonly group: GroupAddress;
  readonly name: string;
  readonly description: string;
  readonly ranges: readonly string[];
  readonly types: readonly string[];
  readonly isSecure: boolean;
}

/** A group object of a device, with the addresses that it is linked to: it sends to the first. */
export interface LinkedObject {
  readonly device: string;
  /** The device's hardware with its program. */
  readonly hardware: string;
  /** What of the program it is an instance of. */
  readonly ref: string;
  readonly row: ObjectRow;
  readonly links: string[];
}

export interface FunctionRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly space: string | null;
  readonly members: FunctionMember[];
}

/** Collects what stands in `0.xml`: the addresses, the building, its functions and the objects of its devices. */
export class InstallationReader implements ElementListener {
  readonly addresses: AddressRow[] = [];
  readonly spaces: Space[] = [];
  readonly functions: FunctionRow[] = [];
  readonly objects: LinkedObject[] = [];
  /** Building part of each device. */
  readonly spaceOfDevice = new Map<string, string>();
  readonly doubts: string[] = [];
  /** Version of the format, as the namespace tells it; `null` before the first element. */
  schema: number | null = null;
  /** Set apart what several installations of a project call by one name. */
  installation = '';
  readonly #ranges: string[] = [];
  readonly #inside: Space[] = [];
  #function: FunctionRow | null = null;
  #device: { readonly id: string; readonly hardware: string } | null = null;
  #object: LinkedObject | null = null;

  enter(element: Element): void {
    if (this.schema === null) this.schema = schemaOf(element);
    switch (element.name) {
      case 'GroupRange':
        this.#ranges.push(element.text('Name'));
        return;
      case 'GroupAddress':
        this.#address(element);
        return;
      case 'BuildingPart':
      case 'Space':
        this.#space(element);
        return;
      case 'DeviceInstanceRef': {
        const space = this.#inside.at(-1);
        if (space !== undefined) this.spaceOfDevice.set(this.#key(element.text('RefId')), space.id);
        return;
      }
      case 'Function':
        this.#function = {
          id: this.#key(element.text('Id')),
          type: element.text('Type'),
          name: element.text('Name').trim(),
          space: this.#inside.at(-1)?.id ?? null,
          members: [],
        };
        limited(this.functions, LIMITS.projectParts.value, 'functions').push(this.#function);
        return;
      case 'GroupAddressRef':
        this.#function?.members.push({ address: this.#key(element.text('RefId')), role: element.text('Role') });
        return;
      default:
        this.#deviceElement(element);
    }
  }

  leave(name: string): void {
    if (name === 'GroupRange') this.#ranges.pop();
    else if (name === 'BuildingPart' || name === 'Space') this.#inside.pop();
    else if (name === 'Function') this.#function = null;
    else if (name === 'DeviceInstance') this.#device = null;
    else if (name === 'ComObjectInstanceRef') {
      if (this.#object !== null && this.#object.links.length > 0) {
        limited(this.objects, LIMITS.projectObjects.value, 'linked group objects').push(this.#object);
      }
      this.#object = null;
    }
  }

  #deviceElement(element: Element): void {
    switch (element.name) {
      case 'DeviceInstance':
        this.#device = { id: this.#key(element.text('Id')), hardware: element.text('Hardware2ProgramRefId') };
        return;
      case 'ComObjectInstanceRef':
        if (this.#device === null) return;
        this.#object = {
          device: this.#device.id,
          hardware: this.#device.hardware,
          ref: element.text('RefId'),
          row: objectRow(element),
          links: element.text('Links').split(/\s+/).filter(Boolean).map(this.#key),
        };
        return;
      case 'Send':
        this.#object?.links.unshift(this.#key(element.text('GroupAddressRefId')));
        return;
      case 'Receive':
        this.#object?.links.push(this.#key(element.text('GroupAddressRefId')));
        return;
      default:
    }
  }

  #address(element: Element): void {
    const written = element.text('Address');
    const group = /^\d{1,5}$/.test(written) ? Number(written) : 0;
    const name = element.text('Name').trim();
    if (group < 1 || group > 65_535) {
      if (this.doubts.length < 100) this.doubts.push(`"${name}" has the address "${written}", which is none`);
      return;
    }
    limited(this.addresses, LIMITS.projectAddresses.value, 'group addresses').push({
      id: this.#key(element.text('Id')),
      group,
      name,
      description: element.text('Description').trim(),
      ranges: [...this.#ranges],
      types: datapointTypes(element.text('DatapointType')),
      isSecure: element.text('Key') !== '' || element.text('Security') === 'On',
    });
  }

  #space(element: Element): void {
    const space: Space = {
      id: this.#key(element.text('Id')),
      type: element.text('Type'),
      name: element.text('Name').trim(),
      parent: this.#inside.at(-1)?.id ?? null,
    };
    limited(this.spaces, LIMITS.projectParts.value, 'building parts').push(space);
    this.#inside.push(space);
  }

  /** `P-05C0-0_GA-1` and `GA-1` are the same in one installation. */
  readonly #key = (id: string): string => `${this.installation}${id.slice(id.lastIndexOf('_') + 1)}`;
}

/** `http://knx.org/xml/project/20` is the version 20. */
const schemaOf = ({ name, namespace }: Element): number => {
  const [, version] = /^http:\/\/knx\.org\/xml\/project\/(\d{1,4})$/.exec(namespace) ?? [];
  if (name === 'KNX' && version !== undefined) return Number(version);
  throw new ProjectFault(`is no project of ETS 4, 5 or 6: its format is "${namespace || name}"; export it as .knxproj`);
};

const limited = <T>(rows: T[], most: number, what: string): T[] => {
  if (rows.length >= most) throw new ProjectFault(`has more than ${most} ${what}; split the project`);
  return rows;
};
