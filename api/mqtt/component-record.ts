/** A component as `getAllComponents` with properties answers it: what this projection reads of it. */
export interface ComponentRecord {
  readonly cid: string;
  readonly name: string;
  readonly type: string;
  readonly rooms: readonly number[];
  readonly data: readonly { readonly property: string; readonly value: unknown }[];
  readonly properties: readonly PropertyRecord[];
}

export interface PropertyRecord {
  readonly property: string;
  readonly means: string;
  readonly quantity: string;
  readonly unit: string | null;
  readonly type: 'boolean' | 'number' | 'integer' | 'string';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  readonly options?: readonly string[];
  readonly commandable: boolean;
}
