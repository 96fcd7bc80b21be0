import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../source-files.ts';
import { commandsOf, shellCommands } from './shell-commands.ts';

const commands = shellCommands().map(({ place, words, notRun }) => ({ place, words, line: words.join(' '), notRun }));

/** Commands that tests run or check: `gateproof` and curl run, options of a script are looked up. */
const checked = [/^npx gateproof /, /^npm run /, /^curl /, /^export /];

it.each(commands.filter(({ line }) => !checked.some((one) => one.test(line))))(
  '$place says why no test runs $line',
  ({ notRun }) => {
    expect(notRun).toMatch(/\w/);
  },
);

it.each(commands)('$place: $line names files that are there', ({ words }) => {
  const files = words.filter((word) => /^(examples|matrix|bench|kits|\.\/kits)\//.test(word));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('splits a script into its commands, without comments, quotes and variables', () => {
  const script = `A=1 npx x 'a b' --y # why\nnpm ci && curl \\\n  -d "{}"\n# nothing`;
  expect(commandsOf(script)).toEqual([
    ['npx', 'x', 'a b', '--y'],
    ['npm', 'ci'],
    ['curl', '-d', '{}'],
  ]);
});
