import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { mergeTargetFlags } from './merge-target-flags.ts';

test('the recorded target counts, the key is added', () => {
  const recorded = ['--url', 'http://gateway.test', '--prefix', 'acme'];
  expect(mergeTargetFlags(recorded, { key: 'sk-1' })).toEqual({
    flags: { url: ['http://gateway.test'], prefix: 'acme', key: 'sk-1' },
    isNamedByFile: true,
  });
});

test('a simulator that deviated is the target again', () => {
  expect(mergeTargetFlags(['--deviation', 'd', '--variation', 'v', 'w'], {})).toEqual({
    flags: { deviation: 'd', variation: ['v', 'w'] },
    isNamedByFile: false,
  });
});

test.each([
  ['--profile', 'p.yaml'],
  ['--command', 'touch X'],
  ['--url', 'http://h'],
])('a file that names %s is not trusted with it', (...recorded) => {
  expect(mergeTargetFlags(recorded, { key: 'sk-1' }).isNamedByFile).toBe(true);
});

test('a target on the command line replaces the recorded one whole', () => {
  expect(mergeTargetFlags(['--profile', 'old.yaml', '--prefix', 'acme'], { url: ['http://other.test'] })).toEqual({
    flags: { url: ['http://other.test'] },
    isNamedByFile: false,
  });
});

test.each([['--warp', '9'], ['--help'], ['--budget', 'many']])(
  'arguments of another version, such as %s, are refused with the remedy',
  (...recorded) => {
    expect(() => mergeTargetFlags(recorded, {})).toThrow(UsageError);
    expect(() => mergeTargetFlags(recorded, {})).toThrow('Name the target again on the command line');
  },
);
