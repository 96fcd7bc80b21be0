import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadRules } from '@gateproof/spec';
import { scriptOptions } from '../script-options.ts';
import { command, type Finished, untilPrinted } from './command.ts';
import { compileImports } from './compile-imports.ts';
import { Proofs } from './proofs.ts';
import { proveCommands, proveVersion } from './prove-commands.ts';
import { proveContents } from './prove-contents.ts';
import { proveEntries } from './prove-entries.ts';
import { installRuntimes } from './runtimes.ts';
import { runTestRunners } from './test-runners.ts';
import { weighInstall } from './weigh-install.ts';

/**
 * Packs every workspace, looks at what the tarballs hold, installs them into an empty folder and uses them there as a stranger would: every entry and every
 * command with the oldest Node and with this one, and the Vitest binding with shards, a name pattern, watch mode and type checking. Prints a line per proof; exit code 1 when one does not hold.
 */
scriptOptions({});
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gateproof-packed-'));
const project = join(folder, 'project');
const example = join(root, 'examples/vitest');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
};
const installFlags = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
const proofs = new Proofs();
const prove = proofs.prove.bind(proofs);

/** Returns the tarballs. */
async function install(): Promise<readonly string[]> {
  mkdirSync(project);
  const packed = await command(root, 'npm', 'pack', '--workspaces', '--pack-destination', folder, '--loglevel=error');
  prove('every workspace packs', packed.code === 0, packed.output);
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const others = ['vitest', 'typescript', 'msw', 'testcontainers'].map(
    (name) => `${name}@${manifest.devDependencies[name]}`,
  );
  const done = await command(
    project,
    'npm',
    'install',
    ...installFlags,
    ...tarballs.map((name) => `../${name}`),
    ...others,
  );
  prove(`${tarballs.length} tarballs install into an empty folder`, done.code === 0, done.output);
  for (const name of readdirSync(example).filter((one) => /^(part-.*\.ts|broken\..*|tsconfig\.json)$/.test(one))) {
    copyFileSync(join(example, name), join(project, name));
  }
  return tarballs.map((name) => join(folder, name));
}

/** What an author of a client installs: the simulator by itself. */
async function proveSimulatorAlone(): Promise<void> {
  const alone = join(folder, 'alone');
  mkdirSync(alone);
  writeFileSync(join(alone, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const tarballs = readdirSync(folder).filter((name) => /^gateproof-(simulator|spec|upstreams)-.*\.tgz$/.test(name));
  const done = await command(alone, 'npm', 'install', ...installFlags, ...tarballs.map((name) => `../${name}`));
  prove('the simulator installs by itself', done.code === 0, done.output);
  const { packages, megabytes, importMs, httpMs } = await weighInstall(alone, '@gateproof/simulator');
  const weight = `${packages} packages, ${megabytes.toFixed(1)} MB`;
  prove(`with at most 45 packages and 15 MB: ${weight}`, packages <= 45 && megabytes <= 15, weight);
  // In multiples of another import, so that a busy machine changes nothing.
  const cost = `${importMs.toFixed(0)} ms, node:http alone ${httpMs.toFixed(0)} ms`;
  prove(`and is imported in at most 1.5 times what node:http takes: ${cost}`, importMs <= 1.5 * httpMs, cost);
  copyFileSync(join(import.meta.dirname, 'serves.mjs'), join(alone, 'serves.mjs'));
  const run = await command(alone, 'node', 'serves.mjs');
  prove('and serves', run.code === 0 && run.output.trim() === '200', run.output);
  const clients = [`openai@${manifest.devDependencies.openai}`, 'jest@30.5.2'];
  const added = await command(alone, 'npm', 'install', ...installFlags, ...clients);
  prove('test runners install beside it', added.code === 0, added.output);
  for (const { runner, code, output } of await runTestRunners(alone)) prove(`${runner} runs`, code === 0, output);
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

async function vitest(...args: string[]): Promise<Finished & { readonly tests: ReadonlyMap<string, string> }> {
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const done = await command(project, 'npx', 'vitest', 'run', ...reporters, ...args);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return { ...done, tests: new Map(results.map(({ title, status }) => [title, status])) };
}

/** The package of deviations is optional; it is taken away last. */
async function proveWithoutDeviations(): Promise<void> {
  rmSync(join(project, 'node_modules/@gateproof/deviations'), { recursive: true });
  const gateway = (...args: string[]) => command(project, 'npx', 'gateproof', 'gateway', '--effort', 'quick', ...args);
  const plain = await gateway('--simulator', '--only', 'auth.key.missing');
  prove('without deviations the command judges the simulator', plain.code === 0, plain.output);
  const asked = await gateway('--deviation', 'auth.key.unknown');
  const remedy = 'gateproof: deviations and variations need the package @gateproof/deviations';
  prove(
    'and names the package where one is asked for',
    asked.code === 2 && asked.output.includes(remedy),
    asked.output,
  );
}

async function proveShards(): Promise<void> {
  const rules = loadRules().filter(({ party }) => party === 'gateway');
  const first = await vitest('--shard=1/2', 'part');
  const second = await vitest('--shard=2/2', 'part');
  prove('two shards are green', first.code === 0 && second.code === 0, first.output + second.output);
  const missing = rules.filter(({ id }) => !first.tests.has(id) && !second.tests.has(id));
  prove(`the shards hold all ${rules.length} rules`, missing.length === 0, missing.map(({ id }) => id).join('\n'));
  const twice = rules.filter(({ id, kind }) => kind === 'active' && first.tests.has(id) && second.tests.has(id));
  prove('no active rule is run twice', twice.length === 0, twice.map(({ id }) => id).join('\n'));
}

async function proveFailure(): Promise<void> {
  const broken = await vitest('broken');
  prove('a broken rule fails the test of its name', broken.tests.get('auth.key.unknown') === 'failed', broken.output);
  const parts = ['Contract:', 'expected  ', 'observed  ', 'curl  ', "npx vitest run -t 'auth.key.unknown'"];
  prove(
    'its message is self-sufficient',
    parts.every((part) => broken.output.includes(part)),
    broken.output,
  );
  const named = await vitest('broken', '-t', 'auth.key.missing');
  const ran = [...named.tests].filter(([, status]) => status === 'passed').map(([title]) => title);
  prove(
    '-t decides one rule',
    named.code === 0 && ran.every((title) => title.startsWith('auth.key.missing')),
    named.output,
  );
}

async function proveWatch(): Promise<void> {
  const text = readFileSync(join(project, 'broken.test.ts'), 'utf8');
  const output = await untilPrinted(
    project,
    ['npx', 'vitest', 'watch', 'broken'],
    [
      { wanted: /ing for file changes/, act: () => writeFileSync(join(project, 'broken.test.ts'), `${text}\n`) },
      { wanted: /RERUN[\s\S]*ing for file changes/, act: () => undefined },
    ],
  );
  prove('watch mode runs again on a change', output.reached, output.text);
}

try {
  const tarballs = await install();
  await proveSimulatorAlone();
  await proveContents(proofs, folder, tarballs);
  for (const runtime of await installRuntimes(proofs, folder)) {
    await proveEntries(proofs, project, runtime);
    await proveCommands(proofs, project, runtime);
    await proveVersion(proofs, project, runtime);
  }
  const types = await command(project, 'npx', 'tsc', '-p', '.');
  prove('the binding is typed', types.code === 0, types.output);
  for (const { way, code, output } of await compileImports(project)) prove(`types reach ${way}`, code === 0, output);
  await proveFailure();
  await proveWatch();
  await proveShards();
  await proveWithoutDeviations();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = proofs.failed === 0 ? 0 : 1;
