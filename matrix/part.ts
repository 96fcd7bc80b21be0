/** The share of a list that one of several processes takes. */
export interface Part {
  /** True for the places of the list that belong to this share. */
  takes(place: number): boolean;
}

/** Reads `k/n`: every n-th entry, from the k-th on; the first share is `0/n`. Throws for a share that would be empty. */
export function readPart(text: string): Part {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (part === undefined || Number(part) >= Number(parts)) {
    throw new Error(`--part is k/n, from 0/n to n-1/n, not '${text}'`);
  }
  return { takes: (place) => place % Number(parts) === Number(part) };
}
