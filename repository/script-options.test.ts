import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usage } from './script-options.ts';
import { root } from './source-files.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const files = Object.entries(scripts).flatMap(([name, line]) => {
  if (name === 'build') return [];
  const file = /node (?:\S+ )?((?:matrix|bench|repository)\/\S+\.ts)$/.exec(line)?.[1];
  return file === undefined ? [] : [{ name, file }];
});

it('finds the proofs and measurements', () => {
  expect(files.length).toBeGreaterThan(28);
});

it.each(files)('$name refuses what it does not take', ({ file }) => {
  expect(readFileSync(join(root, file), 'utf8')).toMatch(/\b(scriptOptions|parseArgs)\(/);
});

it('a script refuses an option that it does not have in one line, and explains itself', () => {
  const run = (...argv: string[]) =>
    spawnSync(process.execPath, ['--conditions=@gateproof/source', 'repository/contract/write-contract.ts', ...argv], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: 'contract' },
      encoding: 'utf8',
    });
  const { status, stdout, stderr } = run('--halp');
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: "Unknown option '--halp'; npm run contract -- --help lists what it takes\n",
  });
  const help = run('--help');
  expect(help.status).toBe(0);
  expect(help.stdout).toMatch(/^npm run contract -- \[options\]\n\nWrites/);
});

it('shows the head of a source and its options', () => {
  const source = "import 'x';\n\n/**\n * Measures this,\n * and that.\n */\nconst a = 1;\n/** Not this. */\n";
  const options = {
    seed: { type: 'string', default: '7' },
    only: { type: 'string', multiple: true },
    load: { type: 'boolean' },
  } as const;
  expect(usage('npm run it', options, source)).toBe(
    'npm run it -- [options]\n\nMeasures this,\nand that.\n\n  --seed VALUE (default: 7)\n  --only VALUE (repeatable)\n  --load\n  --help\n',
  );
});
