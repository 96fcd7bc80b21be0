import { hash } from 'node:crypto';

/** 32 bytes that follow from the seeds: equal seeds give equal bytes, and others by all appearance have nothing in common. */
export function seededBytes(...seeds: readonly string[]): Uint8Array {
  let text = '';
  for (const seed of seeds) text += `${seed.length}:${seed}`;
  return hash('sha256', text, 'buffer');
}
