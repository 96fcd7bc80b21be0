/** What a due queue orders: by moment, and by order of arrival where moments are equal. */
export interface Due {
  readonly dueAtMs: number;
  readonly order: number;
}

/** Binary heap whose first item is the one that is due first. */
export class DueQueue<Item extends Due> {
  readonly #heap: Item[] = [];

  get size(): number {
    return this.#heap.length;
  }

  first(): Item | undefined {
    return this.#heap[0];
  }

  add(item: Item): void {
    const heap = this.#heap;
    heap.push(item);
    let at = heap.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = item;
  }

  /** Takes out the first item; undefined when there is none. */
  take(): Item | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const child = this.#earlierChild(at);
      const item = heap[child];
      if (item === undefined || !isBefore(item, last)) break;
      heap[at] = item;
      at = child;
    }
    heap[at] = last;
    return first;
  }

  /** Drops the items that are no longer wanted. */
  keepOnly(isWanted: (item: Item) => boolean): void {
    const wanted = this.#heap.filter(isWanted);
    this.#heap.length = 0;
    for (const item of wanted) this.add(item);
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #earlierChild(at: number): number {
    const left = 2 * at + 1;
    const [one, other] = [this.#heap[left], this.#heap[left + 1]];
    return one !== undefined && other !== undefined && isBefore(other, one) ? left + 1 : left;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.dueAtMs < other.dueAtMs || (one.dueAtMs === other.dueAtMs && one.order < other.order);
}
