import { expect, test } from 'vitest';
import { changedId } from './unknown-jobs.ts';

test.each([
  ['job_01JABCDEFGHIJKLM', 'job_01JABCDEMLKJIHGF'],
  ['job_V1StGXR8_Z5jd-', 'job_V1StGXR8_dj5Z-'],
  ['job_12', 'job_21'],
  ['job_11', 'job_10'],
  ['job_aa--', 'job_a0--'],
])('%s is near to %s, which nobody has', (id, other) => {
  expect(changedId(id)).toBe(other);
});
