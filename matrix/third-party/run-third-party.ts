import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type ResultDocument } from '@gateproof/harness';
import { openUpstream } from '@gateproof/upstreams';
import { scriptOptions } from '../../repository/script-options.ts';
import { gatewayProfile } from './gateway-profile.ts';
import { tableHead, tableRow, tableSection, withSection } from './gateway-table.ts';
import { type ThirdPartyGateway, thirdPartyGateways } from './gateways.ts';
import { installGateway } from './install-gateway.ts';
import { unlikeRuns } from './unlike-runs.ts';

/**
 * Installs OpenAI-compatible servers of other projects at fixed versions, tests each by its URL and a key before a scripted upstream, and prints a table. Options:
 * `--only NAME` (may be given again; default: all), `--runs N` tests each so often and exits with 1 where equal runs differ in a verdict, a cause, its rank or the
 * exit code (default 1), `--effort` (default `standard`), `--folder FOLDER` keeps installs and results (default: in the folder for temporary files). `--write` writes the table into
 * `docs/third-party-gateways.md`, for all of them.
 */
const values = scriptOptions({
  only: { type: 'string', multiple: true },
  runs: { type: 'string', default: '1' },
  effort: { type: 'string', default: 'standard' },
  folder: { type: 'string', default: join(tmpdir(), 'gateproof-third-party') },
  write: { type: 'boolean', default: false },
});
const gateproof = fileURLToPath(new URL('../../cli/bin/gateproof.js', import.meta.url));

/** One run: its result, and the exit code of the command. */
async function testOnce(gateway: ThirdPartyGateway, folder: string, place: number) {
  const [upstream, port] = [await openUpstream(), await freePort()];
  const [profile, json] = [join(folder, 'gateway.yaml'), join(folder, `run-${place}.json`)];
  writeFileSync(profile, gatewayProfile(gateway, { folder, port, upstream: upstream.url }));
  const argv = ['gateway', '--profile', profile, '--effort', values.effort];
  const exitCode = await new Promise<number>((resolve) => {
    const words = [gateproof, ...argv, '--quiet', '--json', json];
    const child = execFile(process.execPath, words, { cwd: folder }, () => resolve(child.exitCode ?? -1));
  });
  await upstream.close();
  return { exitCode, document: JSON.parse(readFileSync(json, 'utf8')) as ResultDocument };
}

const chosen = thirdPartyGateways.filter(({ name }) => values.only?.includes(name) ?? true);
if (values.write && values.only !== undefined) throw new Error('--write needs all gateways: leave out --only');
if (chosen.length === 0)
  throw new Error(`--only must be one of ${thirdPartyGateways.map(({ name }) => name).join(', ')}`);
mkdirSync(values.folder, { recursive: true });
process.stdout.write(`${tableHead}\n`);
const firstRuns: { readonly row: string; readonly document: ResultDocument }[] = [];
for (const gateway of chosen) {
  const folder = await installGateway(gateway, values.folder);
  const runs: Awaited<ReturnType<typeof testOnce>>[] = [];
  for (let place = 1; place <= Number(values.runs); place += 1) {
    const run = await testOnce(gateway, folder, place);
    const row = tableRow(gateway, run);
    process.stdout.write(`${row}\n`);
    if (place === 1) firstRuns.push({ row, document: run.document });
    for (const line of runs[0] === undefined ? [] : unlikeRuns(runs[0], run)) {
      process.stdout.write(`${gateway.name}: run ${place} is unlike run 1: ${line}\n`);
      process.exitCode = 1;
    }
    runs.push(run);
  }
}

const [first] = firstRuns;
if (values.write && first !== undefined) {
  const { startedAt } = first.document.run;
  const about = { date: startedAt.slice(0, 10), rules: first.document.rules.length, effort: values.effort };
  const page = fileURLToPath(new URL('../../docs/third-party-gateways.md', import.meta.url));
  const section = tableSection(
    firstRuns.map(({ row }) => row),
    about,
  );
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), section));
}
