import { globSync, readFileSync } from 'node:fs';
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
