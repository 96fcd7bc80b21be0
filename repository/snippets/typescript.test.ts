import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { startSimulator } from '@gateproof/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../source-files.ts';
import { readSnippets } from './read-snippets.ts';
import { type Surroundings, surroundingsOf } from './surroundings.fixture.ts';
import { modulesFolder, type SnippetModule, writeModules } from './write-modules.ts';

const simulator = await startSimulator({ seed: 'snippets' });
afterAll(() => simulator.close());

const snippets = readSnippets().filter(({ language, file }) => language === 'ts' && file === undefined);
const modules = writeModules(snippets, simulator.url);
const isRun = ({ snippet }: SnippetModule) => snippet.notRun === undefined;
const hasTests = ({ snippet }: SnippetModule) => /^test\(/m.test(snippet.text);
const named = (some: readonly SnippetModule[]) =>
  some.map((one) => [`${one.snippet.page}:${one.snippet.line}`, one] as const);

/** What the compiler prints for all snippets as one program. */
const compile = () =>
  new Promise<string>((resolve) => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    execFile(process.execPath, [compiler, '--pretty', 'false', '-p', modulesFolder], (_, output) => resolve(output));
  });

it('finds the snippets', () => {
  expect(snippets.length).toBeGreaterThan(15);
});

describe('compiles', () => {
  let output = '';
  beforeAll(async () => {
    output = await compile();
  }, 120_000);

  it.each(named(modules))('%s', (_, { path }) => {
    expect(output.split('\n').filter((line) => line.includes(basename(path)))).toEqual([]);
  });

  it('all of them, and what they import', () => {
    expect(output).toBe('');
  });
});

describe('runs', () => {
  it.each(named(modules.filter((one) => isRun(one) && !hasTests(one))))('%s', async (_, { path, snippet }) => {
    const module: { readonly run?: (surroundings: Surroundings) => Promise<void> } = await import(path);
    if (snippet.isPart) await module.run?.(await surroundingsOf(simulator));
  });
});

// A snippet with tests of its own adds them here.
for (const { path } of modules.filter((one) => isRun(one) && hasTests(one))) await import(path);
