import { expect, test } from 'vitest';
import { ClassUses } from './class-uses.ts';

test('a class that no case could use says why, by the first refusal', () => {
  const uses = new ClassUses();
  expect(uses.whyNever('jobs')).toBeUndefined();
  uses.refuse('jobs', 'no image model');
  uses.refuse('jobs', 'no transcription model');
  expect(uses.whyNever('jobs')).toBe('no image model');
  expect(uses.whyNever('fallback')).toBeUndefined();
});

test('a class that one case could use is usable, before and after a refusal', () => {
  const uses = new ClassUses();
  uses.use('jobs');
  uses.refuse('jobs', 'only one image model');
  expect(uses.whyNever('jobs')).toBeUndefined();
});
