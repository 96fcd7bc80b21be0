import { type ClientWorld, openClient } from '@gateproof/harness';
import type { Probe } from './probe.ts';

/** A heavy SDK takes a second of processor time to load; a busy machine takes far longer, and the disk of a slow one as well. */
const helloLimitMs = 180_000;

/** Puts every probe to the SDK behind a driver's file, one after another, and returns the cells. */
export async function askSdk(file: string, probes: readonly Probe[]): Promise<readonly string[]> {
  const target = await openClient({
    driver: [process.execPath, file],
    prefix: 'svc',
    drivers: 1,
    callLimitMs: 12_000,
    helloLimitMs,
    runId: 'table',
    arguments: [],
  });
  const cells: string[] = [];
  try {
    for (const probe of probes) {
      const opened = await target.openWorld(probe.question);
      // The target is a client, so its worlds are those of clients.
      cells.push(await probe.ask(opened.world as ClientWorld));
      await opened.close();
    }
    return cells;
  } finally {
    await target.close();
  }
}
