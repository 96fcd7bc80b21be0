import { type Driver, openClient, type ResultDocument, runSuite } from '@gateproof/harness';
import { loadRules } from '@gateproof/spec';
import { clientSuite } from '@gateproof/suites';
import type { ClientBehaviour } from './client-behaviour.ts';
import { startClient } from './client-under-test.ts';

const catalogue = loadRules().filter(({ party }) => party === 'client');
const drivers = 12;

/** Runs the client suite on a client of this process; `groups` narrows it to rules whose ids begin so. */
export function judgeClient(behaviour: ClientBehaviour, groups: readonly string[]): Promise<ResultDocument> {
  return judgeDriver(() => startClient(behaviour), groups);
}

/** The same for what a driver makes. */
export async function judgeDriver(start: () => Driver, groups: readonly string[]): Promise<ResultDocument> {
  const target = await openClient({
    driver: async () => start(),
    prefix: 'svc',
    drivers,
    callLimitMs: 30_000,
    runId: 'matrix',
    arguments: [],
  });
  try {
    return await runSuite({
      target,
      suite: clientSuite,
      rules: catalogue.filter(({ id }) => groups.some((start) => id.startsWith(start))),
      catalogue,
      toolVersion: 'matrix',
      runId: 'matrix',
      seed: 42,
      concurrency: drivers,
      shrinkLimitMs: 200,
    });
  } finally {
    await target.close();
  }
}
