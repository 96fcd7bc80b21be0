/** How many characters must be put in, taken out or replaced to make one text of the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let place = 1; place <= other.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (one[at - 1] === other[place - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The known name that a slip of at most `most` characters turns into this one; undefined when it is known itself, or far from all. */
export function nearest(name: string, known: readonly string[], most = 2): string | undefined {
  if (name.length < 3 || name.length > 100 || known.includes(name)) return undefined;
  const ranked = known.map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = ranked.sort((first, second) => first.far - second.far)[0];
  return best !== undefined && best.far <= most && best.far * 2 < name.length ? best.candidate : undefined;
}
