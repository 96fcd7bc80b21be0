import { expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { mergeTargetFlags } from './merge-target-flags.ts';

test('the recorded target counts, the key is added', () => {
  const recorded = ['--url', 'http://gateway.test', '--prefix', 'acme'];
  expect(mergeTargetFlags(recorded, { key: 'sk-1' })).toEqual({
    url: 'http://gateway.test',
    prefix: 'acme',
    key: 'sk-1',
  });
});

test('a simulator that deviated is the target again', () => {
  expect(mergeTargetFlags(['--deviation', 'd', '--variation', 'v', 'w'], {})).toEqual({
    deviation: 'd',
    variation: ['v', 'w'],
  });
});

test('a target on the command line replaces the recorded one whole', () => {
  expect(mergeTargetFlags(['--profile', 'old.yaml', '--prefix', 'acme'], { url: 'http://other.test' })).toEqual({
    url: 'http://other.test',
  });
});

test('arguments of another version are refused with the remedy', () => {
  expect(() => mergeTargetFlags(['--warp', '9'], {})).toThrow(UsageError);
  expect(() => mergeTargetFlags(['--warp', '9'], {})).toThrow('Name the target with --url or --profile');
});
