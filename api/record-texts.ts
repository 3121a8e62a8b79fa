import type { View } from './access/view.ts';

/** The component records as JSON, kept from one call to the next: a record is written anew only when its revision changed. */
export interface RecordTexts {
  /** The whole list that a view sees, encoded; the same buffer as long as nothing in it changed. */
  list(view: View, shape: { readonly withProperties: boolean; readonly withMappings: boolean }): Buffer;
}
