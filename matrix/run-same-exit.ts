import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deviations } from '@gateproof/deviations';
import { createSimulator, referenceBehaviour } from '@gateproof/simulator';
import { scriptOptions } from '../repository/script-options.ts';

/**
 * Judges the simulator by URL and key alone again and again, and prints the exit codes. Options: `--runs N` (default 20), `--effort quick`
 * (default) or `standard`, `--seed random` for other cases each time (default 1), `--mistakes` for a gateway with ten mistakes that a baseline
 * knows, made from a run at the same effort before. Exits 1 unless every run ended with 0. It runs what is built.
 */
const values = scriptOptions({
  runs: { type: 'string', default: '20' },
  effort: { type: 'string', default: 'quick' },
  seed: { type: 'string', default: '1' },
  mistakes: { type: 'boolean', default: false },
});

/** Ten that a URL and a key show, of several areas. */
const mistakes: ReadonlySet<string> = new Set([
  'auth.key.missing:forbidden',
  'chat.body.temperature.type',
  'chat.body.tools.type',
  'chat.response.default-not-streamed',
  'error.envelope.content-type',
  'error.envelope.kind-present',
  'error.envelope.param-present',
  'model.list.object',
  'stream.event.done-once',
  'stream.relay.missing-done',
]);
const gateproof = fileURLToPath(new URL('../cli/bin/gateproof.js', import.meta.url));

/** Resolves with the exit code of the command. */
function run(...argv: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [gateproof, ...argv], () => resolve(child.exitCode ?? -1));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'gateproof-same-exit-'));
const made = values.mistakes ? deviations.filter(({ id }) => mistakes.has(id)) : [];
const behaviour = made.reduce((before, { apply }) => apply(before), referenceBehaviour);
const simulator = createSimulator({ defaultKey: 'sk-same', behaviour });
const { effort, seed } = values;
const judged = ['gateway', '--url', await simulator.listen(), '--key', 'sk-same', '--seed', seed, '--quiet'];
const known = join(folder, 'baseline.yaml');
if (values.mistakes) {
  const result = join(folder, 'run.json');
  await run(...judged, '--effort', effort, '--json', result);
  await run('baseline', result, '--output', known, '--reason', 'made on purpose');
}
const argv = values.mistakes ? ['--baseline', known] : ['--effort', effort];
const codes: number[] = [];
for (let count = 0; count < Number(values.runs); count += 1) codes.push(await run(...judged, ...argv));
await simulator.close();
rmSync(folder, { recursive: true });
process.stdout.write(`${made.length} mistakes, exit codes: ${codes.join(' ')}\n`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
