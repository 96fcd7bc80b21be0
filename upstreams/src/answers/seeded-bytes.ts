import { hash } from 'node:crypto';

/** 32 bytes that follow from the seeds: equal seeds give equal bytes, and others by all appearance have nothing in common. */
export function seededBytes(...seeds: readonly string[]): Uint8Array {
  return hash('sha256', seeds.map((seed) => `${seed.length}:${seed}`).join(''), 'buffer');
}
