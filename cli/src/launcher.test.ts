import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gateproof-launcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command line that prints the signals it gets, and ends with the second. */
const main = `export async function main() {
  const heard = [];
  const hear = (signal) => {
    heard.push(signal);
    console.log(heard.join(' '));
    if (heard.length === 2) process.exit(7);
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  setInterval(() => {}, 1000);
  console.log('ready');
}`;

/** The launcher in a process that takes itself for an old Node, so that it starts the bundled one. */
function launch() {
  for (const name of ['bin', 'bundle']) mkdirSync(join(folder, name));
  copyFileSync(join(repository, 'cli/bin/gateproof.js'), join(folder, 'bin/gateproof.js'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'bundle/main.js'), main);
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"18.0.0"}})';
  return spawn(process.execPath, ['--import', old, join(folder, 'bin/gateproof.js')]);
}

test('a signal that the launcher alone gets reaches the command line, as the other one, and its exit code comes back', async () => {
  const launcher = launch();
  const exit = once(launcher, 'exit');
  const printed: string[] = [];
  for await (const chunk of launcher.stdout) {
    printed.push(String(chunk).trim());
    if (printed.length === 1) launcher.kill('SIGINT');
    if (printed.length === 2) launcher.kill('SIGTERM');
  }
  expect(printed).toEqual(['ready', 'SIGTERM', 'SIGTERM SIGINT']);
  expect(await exit).toEqual([7, null]);
});

/** The launcher beside a bundle and sources, each of which prints what it is. Times are in s; what is not there, or was not compiled, has none. */
function printedBy(
  name: string,
  times: { readonly bundle?: number; readonly sources?: number; readonly cli?: number; readonly harness?: number },
) {
  const cli = join(folder, name, 'cli');
  for (const part of ['bin', 'dist', 'bundle', 'src']) mkdirSync(join(cli, part), { recursive: true });
  mkdirSync(join(folder, name, 'harness/dist'), { recursive: true });
  copyFileSync(join(repository, 'cli/bin/gateproof.js'), join(cli, 'bin/gateproof.js'));
  writeFileSync(join(cli, 'package.json'), '{"type":"module"}');
  const made = (path: string, text: string, time: number | undefined) => {
    if (time === undefined) return;
    writeFileSync(path, text);
    utimesSync(path, time, time);
  };
  made(join(cli, 'bundle/main.js'), "export const main = () => process.stdout.write('bundled')", times.bundle);
  made(join(cli, 'src/main.ts'), "export const main = () => process.stdout.write('sources')", times.sources);
  made(join(cli, 'dist/.tsbuildinfo'), '', times.cli);
  made(join(folder, name, 'harness/dist/.tsbuildinfo'), '', times.harness);
  return execFileSync(process.execPath, [join(cli, 'bin/gateproof.js')], { encoding: 'utf8' });
}

test.each([
  ['installed', { bundle: 100 }, 'bundled'],
  ['built', { bundle: 100, sources: 80, cli: 90, harness: 95 }, 'bundled'],
  ['compiled-since', { bundle: 100, sources: 80, cli: 90, harness: 105 }, 'sources'],
  ['compiled-alone', { sources: 80, cli: 90, harness: 90 }, 'sources'],
] as const)('the files that are run where the command line is %s', (name, times, printed) => {
  expect(printedBy(name, times)).toBe(printed);
});
