import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultDocument } from '@gateproof/harness';
import { openUpstream } from '@gateproof/upstreams';
import { scriptOptions } from '../../repository/script-options.ts';
import { type ThirdPartyGateway, thirdPartyGateways, thirdPartyKey } from './gateways.ts';
import { installGateway } from './install-gateway.ts';
import { startGateway } from './start-gateway.ts';
import { unlikeRuns } from './unlike-runs.ts';

/**
 * Installs OpenAI-compatible servers of other projects at fixed versions, tests each by its URL and a key before a scripted upstream, and prints a table. Options:
 * `--only NAME` (may be given again; default: all), `--runs N` tests each so often and exits with 1 where equal runs differ in a verdict, a cause, its rank or the
 * exit code (default 1), `--effort` (default `standard`), `--folder FOLDER` keeps installs and results (default: in the folder for temporary files).
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true },
  runs: { type: 'string', default: '1' },
  effort: { type: 'string', default: 'standard' },
  folder: { type: 'string', default: join(tmpdir(), 'gateproof-third-party') },
});
const gateproof = fileURLToPath(new URL('../../cli/bin/gateproof.js', import.meta.url));

/** One run: its result, and the exit code of the command. */
async function testOnce(gateway: ThirdPartyGateway, folder: string, place: number) {
  const upstream = await openUpstream();
  const started = await startGateway(gateway, { folder, upstream: upstream.url });
  const json = join(folder, `run-${place}.json`);
  const model = gateway.model === undefined ? [] : ['--model', gateway.model];
  const argv = ['gateway', '--url', started.url, '--key', thirdPartyKey, ...model, '--effort', values.effort];
  const exitCode = await new Promise<number>((resolve) => {
    const words = [gateproof, ...argv, '--no-config', '--quiet', '--json', json];
    const child = execFile(process.execPath, words, { cwd: folder }, () => resolve(child.exitCode ?? -1));
  });
  await started.stop();
  await upstream.close();
  return { exitCode, document: JSON.parse(readFileSync(json, 'utf8')) as ResultDocument };
}

function tableRow(
  { name, version, about }: ThirdPartyGateway,
  { exitCode, document }: Awaited<ReturnType<typeof testOnce>>,
) {
  const count = (...verdicts: readonly string[]) =>
    document.rules.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const counts = [['pass'], ['fail', 'flaky'], ['warn'], ['blocked'], ['inconclusive'], ['not-applicable']];
  const cells = [
    `\`${name}\` ${version}`,
    about,
    ...counts.map((verdicts) => count(...verdicts)),
    document.summary.causes?.length ?? 0,
    document.run.requests,
    `${Math.round(document.run.durationMs / 1000)} s`,
    exitCode,
  ];
  return `| ${cells.join(' | ')} |\n`;
}

const chosen = thirdPartyGateways.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length === 0)
  throw new Error(`--only must be one of ${thirdPartyGateways.map(({ name }) => name).join(', ')}`);
mkdirSync(values.folder, { recursive: true });
process.stdout.write(
  '| Package | What it is | Passed | Failed | Warned | Blocked | Inconclusive | Not applicable | Causes | Requests | Time | Exit code |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n',
);
for (const gateway of chosen) {
  const folder = await installGateway(gateway, values.folder);
  const runs: Awaited<ReturnType<typeof testOnce>>[] = [];
  for (let place = 1; place <= Number(values.runs); place += 1) {
    const run = await testOnce(gateway, folder, place);
    process.stdout.write(tableRow(gateway, run));
    for (const line of runs[0] === undefined ? [] : unlikeRuns(runs[0], run)) {
      process.stdout.write(`${gateway.name}: run ${place} is unlike run 1: ${line}\n`);
      process.exitCode = 1;
    }
    runs.push(run);
  }
}
