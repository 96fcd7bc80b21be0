// First, so that an old Node is named before undici misses something of it.
import '@gateproof/spec';

import type { Agent } from 'undici';
import { inMemoryAgent } from './in-process/in-memory-agent.ts';
import type { Simulator } from './simulator.ts';

/**
 * An undici Agent whose every connection, to whatever origin, leads to the simulator in memory: for `setGlobalDispatcher`, for the
 * `dispatcher` option of undici's `fetch` and `request`. It speaks real HTTP/1.1, with back-pressure. Close it when done.
 */
export function simulatorDispatcher(simulator: Pick<Simulator, 'connect'>): Agent {
  return inMemoryAgent(() => simulator.connect());
}
