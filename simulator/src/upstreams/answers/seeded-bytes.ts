import { createHash } from 'node:crypto';

/** 32 bytes that follow from the seeds: equal seeds give equal bytes, and others by all appearance have nothing in common. */
export function seededBytes(...seeds: readonly string[]): Uint8Array {
  const hash = createHash('sha256');
  for (const seed of seeds) hash.update(`${seed.length}:${seed}`);
  return hash.digest();
}
