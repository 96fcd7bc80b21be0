import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../source-files.ts';
import { pages } from './read-snippets.ts';

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(textOf('package.json'));

/** Each `npm run NAME -- OPTIONS` of the pages, in blocks and in sentences, once. */
const shown = new Set(
  globSync([...pages], { cwd: root, exclude: ['node_modules/**'] }).flatMap((page) =>
    [...textOf(page).matchAll(/npm run [a-z0-9:-]+(?: -- [^`#\n]*)?/g)].map(([line]) => line.trim()),
  ),
);
const commands = [...shown].map((line) => {
  const [, , name = '', , ...words] = line.split(/[\s[\]]+/);
  return { line, name, options: words.filter((word) => word.startsWith('--')).map((word) => word.slice(2)) };
});

it('finds commands', () => {
  expect(commands.length).toBeGreaterThan(20);
});

it.each(commands)('$line is a script', ({ name }) => {
  expect(Object.keys(scripts)).toContain(name);
});

it.each(commands.filter(({ options }) => options.length > 0))(
  '$line has options that its script takes',
  ({ name, options }) => {
    const [, file = ''] = /node (?:--conditions=\S+ )?(\S+\.ts)$/.exec(scripts[name] ?? '') ?? [];
    const taken = [...textOf(file).matchAll(/(?:^|[{,]) *'?([a-z][a-z-]*)'?: \{ type: '/gm)].map(([, one]) => one);
    expect(taken).toEqual(expect.arrayContaining(options));
  },
);
