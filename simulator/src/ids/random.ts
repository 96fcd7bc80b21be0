/** Uniform 32-bit numbers, reproducible from their seed. */
export type Random32 = () => number;

/** Small fast counting generator (sfc32) over 128 bits of state that the seed text fills. */
export function randomFrom(seed: string): Random32 {
  let [a, b, c] = [hash(seed, 0x9e3779b9), hash(seed, 0x85ebca6b), hash(seed, 0xc2b2ae35)];
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

function hash(text: string, basis: number): number {
  let value = basis | 0;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    value ^= value >>> 15;
  }
  return value | 0;
}
