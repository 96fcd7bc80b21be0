import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a measure with the path of a data file that is not there yet, and removes what it leaves. */
export async function withDataFile<T>(measure: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gateproof-bench-'));
  try {
    return await measure(join(folder, 'data.sqlite'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
