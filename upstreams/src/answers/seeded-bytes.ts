import { hash } from 'node:crypto';

/** 32 bytes that follow from the seeds: equal seeds give equal bytes, and others by all appearance have nothing in common. */
export function seededBytes(...seeds: readonly string[]): Uint8Array {
  return Buffer.from(seededText(...seeds), 'latin1');
}

/** The same bytes as the codes of 32 characters, at a third of the time that a buffer takes. */
export function seededText(...seeds: readonly string[]): string {
  let text = '';
  for (const seed of seeds) text += `${seed.length}:${seed}`;
  return hash('sha256', text, 'binary');
}
