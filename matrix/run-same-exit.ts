import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSimulator } from '@gateproof/simulator';

/**
 * Judges the simulator by URL and key alone again and again, and prints the exit codes. Options: `--runs N` (default 20), `--effort quick`
 * (default) or `standard`, `--seed random` for other cases each time (default 1). Exits 1 unless every run ended with 0. It runs what is built.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    effort: { type: 'string', default: 'quick' },
    seed: { type: 'string', default: '1' },
  },
});
const gateproof = fileURLToPath(new URL('../cli/bin/gateproof.js', import.meta.url));

/** Resolves with the exit code of one run against the gateway at this URL. */
function judge(url: string, { effort, seed }: { readonly effort: string; readonly seed: string }): Promise<number> {
  const argv = ['gateway', '--url', url, '--key', 'sk-same', '--effort', effort, '--seed', seed, '--quiet'];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [gateproof, ...argv], () => resolve(child.exitCode ?? -1));
  });
}

const simulator = createSimulator({ defaultKey: 'sk-same' });
const url = await simulator.listen();
const codes: number[] = [];
for (let run = 0; run < Number(values.runs); run += 1) codes.push(await judge(url, values));
await simulator.close();
process.stdout.write(`exit codes: ${codes.join(' ')}\n`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
