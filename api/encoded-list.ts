/** Something whose JSON stays the same as long as its revision does. */
export interface Revised {
  readonly revision: number;
}

/** A JSON list as bytes, with what it takes to encode only what has changed the next time. */
export interface EncodedList {
  readonly json: Buffer;
  /** Revision of each element, in order. */
  readonly revisions: Float64Array;
  /** Where the text of each element ends in `json`. */
  readonly ends: Float64Array;
}

/**
 * The list of `elements`, each as `textOf` writes it. What has not changed since `before`, a list of the very same elements, is
 * copied; if nothing has, `before` itself is the answer. A buffer that was given away is never written to again.
 */
export const encodeList = <Element extends Revised>(
  elements: readonly Element[],
  textOf: (element: Element) => string,
  before?: EncodedList,
): EncodedList => {
  const revisions = Float64Array.from(elements, ({ revision }) => revision);
  const changed = new Map<number, Buffer>();
  let bytes = Math.max(2, elements.length + 1);
  elements.forEach((element, index) => {
    if (before?.revisions[index] === element.revision) bytes += endOf(before, index) - startOf(before, index);
    else {
      const text = Buffer.from(textOf(element));
      changed.set(index, text);
      bytes += text.length;
    }
  });
  if (before && changed.size === 0) return before;

  const json = Buffer.allocUnsafe(bytes);
  const ends = new Float64Array(elements.length);
  let at = json.write('[');
  for (let index = 0; index < elements.length; ) {
    if (index > 0) at += json.write(',', at);
    const text = changed.get(index);
    if (text) {
      at += text.copy(json, at);
      ends[index] = at;
      index += 1;
    } else if (before) {
      const first = index;
      while (index < elements.length && !changed.has(index)) index += 1;
      const moved = at - startOf(before, first);
      at += before.json.copy(json, at, startOf(before, first), endOf(before, index - 1));
      for (let copied = first; copied < index; copied += 1) ends[copied] = endOf(before, copied) + moved;
    }
  }
  json.write(']', at);
  return { json, revisions, ends };
};

const endOf = ({ ends }: EncodedList, index: number): number => ends[index] ?? 0;

/** After the bracket that opens the list, or after the element before and its comma. */
const startOf = (list: EncodedList, index: number): number => (index === 0 ? 1 : endOf(list, index - 1) + 1);
