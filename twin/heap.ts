/** A binary heap: the least item first, in logarithmic time. `before` must be a strict order. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #before: (a: Item, b: Item) => boolean;

  constructor(before: (a: Item, b: Item) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The least item, left where it is. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = items[above] as Item;
      if (!this.#before(item, parent)) break;
      items[index] = parent;
      index = above;
    }
    items[index] = item;
  }

  /** Takes the least item out. */
  pop(): Item | undefined {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return least;
    let index = 0;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#before(items[below + 1] as Item, items[below] as Item)) below += 1;
      const child = items[below] as Item;
      if (!this.#before(child, last)) break;
      items[index] = child;
      index = below;
    }
    items[index] = last;
    return least;
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** All items, in no order that means anything. */
  items(): readonly Item[] {
    return this.#items;
  }
}
