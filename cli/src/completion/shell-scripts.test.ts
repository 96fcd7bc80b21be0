import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { type Shell, shellScripts } from './shell-scripts.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Puts a command `gateproof` into the path of the shells. */
function install(...lines: readonly string[]): void {
  writeFileSync(join(folder, 'gateproof'), ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(join(folder, 'gateproof'), 0o755);
}

/** One that answers with the words that it is asked with, and with one of two for each question. */
const echo = ['shift 2', 'printf "%s\\tan echo\\n" "asked:$*" "two words:$#"'];

/** What a shell prints that has read its script. */
function inShell(shell: Shell, commands: string): string {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder };
  return execFileSync(shell, ['-c', `${shellScripts[shell]}\n${commands}`], { cwd: folder, env, encoding: 'utf8' });
}

function isThere(shell: Shell): boolean {
  try {
    execFileSync(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
}

const inBash = (...words: readonly string[]) =>
  inShell(
    'bash',
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _gateproof; printf '%s\n' "\${COMPREPLY[@]}"`,
  );

test('bash asks with what stands before the cursor, and takes a line for a word', () => {
  install(...echo);
  expect(inBash('gateproof', 'gateway', '--only', '')).toBe('asked:gateway --only \ntwo words:3\n');
});

test('bash completes a rule of the contract', () => {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const code = `import("${main}").then(({ main }) => main(process.argv.slice(1)))`;
  install(`exec '${process.execPath}' --conditions=@gateproof/source -e '${code}' -- "$@"`);
  expect(inBash('gateproof', 'gateway', '--only', 'auth.key.missing')).toBe('auth.key.missing\n');
});

test.skipIf(!isThere('fish'))('fish shows what each word does', () => {
  install(...echo);
  expect(inShell('fish', "complete -C 'gateproof rules as'")).toContain('asked:rules as\tan echo\n');
});

test.skipIf(!isThere('zsh'))('zsh reads its script', () => {
  expect(inShell('zsh', 'echo $functions[_gateproof]')).toContain('compadd');
});
