import { expect, test } from 'vitest';
import { routeOfPath } from './route-of-path.ts';

test.each([
  ['POST', '/v1/chat/completions?x=1', 'chat'],
  ['GET', '/v1/jobs/job_1', 'job-get'],
  ['POST', '/v1/jobs/job_1/cancel', 'job-cancel'],
  ['GET', '/v1/models', 'model-list'],
  ['GET', '/v1/models/author/slug', 'model-get'],
  ['DELETE', '/v1/models', undefined],
  ['POST', '/testbed/accounts', undefined],
])('%s %s is %s', (method, path, route) => {
  expect(routeOfPath(method, path)).toBe(route);
});
