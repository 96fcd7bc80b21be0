import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { answerOf } from '../load.ts';
import { median } from './median.ts';

const starts = 7;
const command = fileURLToPath(new URL('../../cli/bin/gateproof.js', import.meta.url));

/** From the start of `gateproof simulate` to its first whole answer, in ms; the middle of seven, after one that fills Node's caches. */
export async function startUpMs(): Promise<number> {
  await oneStart();
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) times.push(await oneStart());
  return median(times);
}

async function oneStart(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, 'simulate', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url === undefined) continue;
      await answerOf(url, 'json');
      return performance.now() - startedAt;
    }
    throw new Error('gateproof simulate did not say where it listens');
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}
