import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ResultDocument } from '@gateproof/harness';
import { clock } from '../clock.ts';
import { jsonBody, type Load, load } from '../load.ts';
import { startServer } from '../servers/start-server.ts';

export interface SuiteTime {
  /** The whole command at standard effort, from its start to its exit. */
  readonly suiteMs: number;
  /** The same at quick effort. */
  readonly quickMs: number;
  readonly requests: number;
  /** As many plain requests, sixteen at a time, against the same simulator. */
  readonly loopMs: number;
}

const command = fileURLToPath(new URL('../../cli/bin/gateproof.js', import.meta.url));
const limitMs = 120_000;

/** Runs the gateway suite against the built-in simulator at standard and at quick effort, then a bare loop of as many requests as the former made. */
export async function suiteTime(): Promise<SuiteTime> {
  const standard = await runSuite('standard');
  const quick = await runSuite('quick');
  const server = await startServer('simulator', { pace: 'together' });
  const { elapsedMs } = await load(server.url, { body: jsonBody }, { requests: standard.requests });
  await server.close();
  return { suiteMs: standard.elapsedMs, quickMs: quick.elapsedMs, requests: standard.requests, loopMs: elapsedMs };
}

async function runSuite(effort: 'standard' | 'quick'): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'gateproof-bench-'));
  try {
    const json = join(folder, 'run.json');
    const args = [command, 'gateway', '--simulator', '--effort', effort, '--quiet', '--json', json];
    const startedAt = clock.nowMs();
    await promisify(execFile)(process.execPath, args, { timeout: limitMs });
    const elapsedMs = clock.nowMs() - startedAt;
    const { run } = JSON.parse(await readFile(json, 'utf8')) as ResultDocument;
    return { elapsedMs, requests: run.requests };
  } finally {
    await rm(folder, { recursive: true });
  }
}
