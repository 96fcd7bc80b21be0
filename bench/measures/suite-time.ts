import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ResultDocument } from '@gateproof/harness';
import { clock } from '../clock.ts';
import { bodies, load } from '../load.ts';
import { startServer } from '../servers/start-server.ts';

export interface SuiteTime {
  /** The whole command, from its start to its exit. */
  readonly suiteMs: number;
  readonly requests: number;
  /** As many plain requests, sixteen at a time, against the same simulator. */
  readonly loopMs: number;
}

const command = fileURLToPath(new URL('../../cli/bin/gateproof.js', import.meta.url));
const limitMs = 120_000;

/** Runs the gateway suite at standard effort against the built-in simulator, then a bare loop of as many requests. */
export async function suiteTime(): Promise<SuiteTime> {
  const folder = await mkdtemp(join(tmpdir(), 'gateproof-bench-'));
  try {
    const json = join(folder, 'run.json');
    const startedAt = clock.nowMs();
    await promisify(execFile)(process.execPath, [command, 'gateway', '--quiet', '--json', json], { timeout: limitMs });
    const suiteMs = clock.nowMs() - startedAt;
    const { run } = JSON.parse(await readFile(json, 'utf8')) as ResultDocument;
    const server = await startServer('simulator', { pace: 'together' });
    const { elapsedMs } = await load(server.url, { body: bodies.json }, { requests: run.requests });
    await server.close();
    return { suiteMs, requests: run.requests, loopMs: elapsedMs };
  } finally {
    await rm(folder, { recursive: true });
  }
}
