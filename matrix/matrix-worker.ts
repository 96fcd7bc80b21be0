import { judgeEntry } from './judge-entry.ts';
import { matrixEntries } from './matrix-entry.ts';
import type { WorkerTask } from './side-by-side.ts';

/** A process that judges the entries that `judgeSideBySide` sends it, one after the other. */
process.on('message', async ({ id, options }: WorkerTask) => {
  const entry = matrixEntries.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no deviation or variation is called ${id}`);
  process.send?.(await judgeEntry(entry, options));
});
