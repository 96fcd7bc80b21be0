import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from './program.ts';
import { recordedContext } from './recorded-context.fixture.ts';

interface Documented {
  readonly page: string;
  readonly line: string;
}

const root = new URL('../../', import.meta.url).pathname;
const pages = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', '*/README.md', 'kits/*/README.md', 'examples/*/README.md'];
const documented: readonly Documented[] = globSync(pages, { cwd: root, exclude: ['node_modules/**'] }).flatMap((page) =>
  [...readFileSync(`${root}${page}`, 'utf8').matchAll(/npx gateproof [^\n`]*/g)].map(([line]) => ({ page, line })),
);
const program = buildProgram(recordedContext().context, () => undefined);

/** The long options of a line, before the command of a driver begins. */
const optionsOf = (line: string): readonly string[] =>
  line
    .split(/ -- | #|\||&&/, 1)
    .join()
    .match(/--[a-z][a-z-]*/g) ?? [];

test('the documentation shows commands', () => {
  expect(documented.length).toBeGreaterThan(30);
});

test.each(documented)('$page: $line', ({ line }) => {
  const [, , name = ''] = line.split(/[\s.,;:)]+/);
  const command = program.commands.find((one) => one.name() === name);
  if (name !== '' && !name.startsWith('-')) expect(command?.name()).toBe(name);
  const known = (command ?? program).options.map(({ long }) => long);
  expect([...known, '--help', '--version']).toEqual(expect.arrayContaining([...optionsOf(line)]));
});

/** The commands of a page's shell blocks, whole: one for each line. */
const shown: readonly Documented[] = globSync(pages, { cwd: root, exclude: ['node_modules/**'] }).flatMap((page) =>
  [...readFileSync(`${root}${page}`, 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    [...block.matchAll(/npx gateproof (?:'[^'\n]*'|[^\n&|#])*/g)].map(([line]) => ({ page, line: line.trim() })),
  ),
);

/** The words after `npx gateproof`, without their quotes. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/(?:'[^']*'|\S)+/g) ?? []).slice(2).map((word) => word.replaceAll("'", ''));

/** The whole command line, whose commands parse their options and do nothing. */
function idleProgram(): Command {
  const idle = (command: Command): void => {
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(idle);
  };
  const whole = buildProgram(recordedContext().context, () => undefined);
  whole.commands.forEach(idle);
  return whole;
}

test('the shell blocks show commands', () => {
  expect(shown.length).toBeGreaterThan(30);
});

test.each(shown)('$page: $line is a whole command', ({ line }) => {
  expect(() => idleProgram().parse(wordsOf(line), { from: 'user' })).not.toThrow();
});
