import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** What may stand only in its one home, so that time, randomness, output and exit can be injected everywhere else. */
const homes: readonly { readonly what: string; readonly pattern: RegExp; readonly home: RegExp }[] = [
  { what: 'Math.random', pattern: /\bMath\.random\b/, home: /^$/ },
  {
    what: "the machine's clock",
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bprocess\.hrtime\b/,
    home: /^(upstreams\/src\/clock\/real-time|harness\/src\/clock\/run-clock)\.ts$/,
  },
  {
    what: 'timers',
    pattern: /\bset(Timeout|Interval)\(|\bAbortSignal\.timeout\b|node:timers/,
    home: /^(upstreams\/src\/clock\/real-time|harness\/src\/clock\/run-clock|bench\/clock)\.ts$/,
  },
  { what: 'console', pattern: /\bconsole\./, home: /^$/ },
  {
    what: 'process.exit',
    pattern: /\bprocess\.(exit\b|exitCode)/,
    // The command line, commands of the proofs and the reader of their options, and processes that end with the one that started them.
    home: /^(cli\/src\/main|repository\/script-options|(matrix|bench|repository)\/(.+\/)?((run|write|prove)-[a-z0-9-]+|([a-z0-9-]+-)?child))\.ts$/,
  },
];

describe('homes', () => {
  it.each(homes)('$what stands only in its home', ({ pattern, home }) => {
    const elsewhere = sourceFiles()
      .filter((file) => !file.isTest && !home.test(file.path) && pattern.test(withoutComments(file.text)))
      .map(({ path }) => path);
    expect(elsewhere).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
