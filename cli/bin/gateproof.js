#!/usr/bin/env node
// Plain JavaScript and committed, so that npm links it before the first build; see ARCHITECTURE.md, "Node".
import { existsSync, readFileSync, statSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const wanted = [22, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** The Node binary that the private workspace root carries for this platform, if it is installed. */
function bundledNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const binary = fileURLToPath(
      new URL(`bin/node${process.platform === 'win32' ? '.exe' : ''}`, `file://${manifest}`),
    );
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

const timeOf = (path) => statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;

/** Export condition under which the packages of a working tree are their sources. */
const sources = '--conditions=@gateproof/source';

const isWorkingTree = timeOf('../src/main.ts') !== undefined;
const isRunFromSources = isWorkingTree && process.execArgv.includes(sources);

/** Whether the bundle is not what a working tree holds: there is none, or `tsc -b` has compiled a package since. */
function isStale() {
  const bundledAt = timeOf('../bundle/main.js');
  const packages = ['cli', 'harness', 'reports', 'simulator', 'spec', 'suites', 'upstreams'];
  return packages.some((name) => (timeOf(`../../${name}/dist/.tsbuildinfo`) ?? 0) > (bundledAt ?? -1));
}

/** Runs the command again in a process of its own, whose signals and exit code are this one's. */
async function runAgain(binary, flags, env = {}) {
  const { spawn } = await import('node:child_process');
  const run = spawn(binary, [...flags, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  // A terminal gives its signal to both processes, and the same one twice ends the run at once: the other one is passed on.
  const passedOn =
    process.platform === 'win32'
      ? []
      : [
          ['SIGINT', 'SIGTERM'],
          ['SIGTERM', 'SIGINT'],
        ];
  for (const [signal, other] of passedOn) process.on(signal, () => run.kill(other));
  run.on('error', (error) => {
    process.stderr.write(`gateproof: ${binary} can not be run: ${error.message}\n`);
    process.exitCode = 5;
  });
  run.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

const [option, ...others] = process.argv.slice(2);
if (['-V', '--version'].includes(option) && others.length === 0) {
  // Known without the command line, whose parts take as long to load as Node itself.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) {
  module.enableCompileCache?.();
  if (isWorkingTree && !isRunFromSources && isStale()) await runAgain(process.execPath, [...process.execArgv, sources]);
  else {
    const { main } = await import(isRunFromSources ? '../src/main.ts' : '../bundle/main.js');
    await main(process.argv.slice(2));
  }
} else {
  const binary = bundledNode();
  if (binary === undefined || process.env.GATEPROOF_REEXECUTED === '1') {
    process.stderr.write(
      `gateproof needs Node ${wanted.join('.')} or later; this is Node ${process.versions.node}. Install a newer Node and run the command again.\n`,
    );
    process.exitCode = 2;
  } else {
    await runAgain(binary, [], { GATEPROOF_REEXECUTED: '1' });
  }
}
