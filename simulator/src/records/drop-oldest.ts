/**
 * Drops the oldest items of a list in which more than `most` are kept, and returns them. The list may grow by a tenth more before it is cut, so that most additions
 * cost nothing.
 */
export function dropOldest<Item>(list: Item[], most: number): readonly Item[] {
  return list.length <= most * 1.1 ? [] : list.splice(0, list.length - most);
}
