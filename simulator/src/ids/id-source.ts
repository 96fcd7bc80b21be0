/** Makes ids and random numbers, the same ones for the same seed. */
export interface IdSource {
  /** `prefix` followed by 24 characters of `0-9a-z`. */
  next(prefix: string): string;
  /** At least 0 and below 1. */
  random(): number;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const idLength = 24;

/** A source for one seed (mulberry32: small, fast, good enough for ids; not for secrets of a real service). */
export function createIdSource(seed: string): IdSource {
  let state = hash(seed);
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    random,
    next(prefix) {
      let id = prefix;
      for (let count = 0; count < idLength; count += 1) id += alphabet[Math.floor(random() * alphabet.length)];
      return id;
    },
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}
