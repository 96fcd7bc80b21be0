import { expect, test } from 'vitest';
import { jobPath } from './job-path.ts';

test.each([
  ['job_1', '/v1/jobs/job_1'],
  ['job_01.a~b:c-_@d', '/v1/jobs/job_01.a~b:c-_@d'],
  ['job_a b/c?d#100%é', '/v1/jobs/job_a%20b%2Fc%3Fd%23100%25%C3%A9'],
  ['job_\ud800', '/v1/jobs/job_%EF%BF%BD'],
])('the job %s is read at %s', (id, path) => {
  expect(jobPath(id)).toBe(path);
});
