import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Limits hold or shrink; raising one needs a reason in the commit that does it. */
const limits = {
  fileMedian: 55,
  fileP90: 180,
  fileMax: 350,
  functionP90: 16,
  functionMax: 70,
  anyPerThousandLines: 1,
};

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const files = sourceFiles().filter((file) => !file.isTest);

describe('ratchets', () => {
  it('keeps files short', () => {
    const lengths = files.map(({ lineCount }) => lineCount);
    expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(limits.fileMedian);
    expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(limits.fileP90);
    const long = files.filter(({ lineCount }) => lineCount > limits.fileMax);
    expect(long.map(({ path, lineCount }) => `${path} has ${lineCount} lines`)).toEqual([]);
  });

  it('keeps functions short', () => {
    const functions = files.flatMap((file) => file.functions.map((one) => ({ ...one, path: file.path })));
    expect(
      quantile(
        functions.map(({ lineCount }) => lineCount),
        0.9,
      ),
    ).toBeLessThanOrEqual(limits.functionP90);
    const long = functions.filter(({ lineCount }) => lineCount > limits.functionMax);
    expect(long.map(({ path, line, lineCount }) => `${path}:${line} has ${lineCount} lines`)).toEqual([]);
  });

  it('uses any at most once in a thousand lines', () => {
    const lines = files.reduce((sum, { lineCount }) => sum + lineCount, 0);
    const count = files.reduce((sum, { text }) => sum + (text.match(/:\s*any\b|\bas any\b|<any>/g)?.length ?? 0), 0);
    expect(count).toBeLessThanOrEqual((lines / 1000) * limits.anyPerThousandLines);
  });

  it('names files in kebab-case, with dots only as in rule ids', () => {
    expect(files.filter(({ path }) => !/^[a-z0-9./-]+\.ts$/.test(path)).map(({ path }) => path)).toEqual([]);
  });
});
