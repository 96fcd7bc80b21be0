import { expect, test } from 'vitest';
import { type DescribedRoutes, targetPath } from './target-path.ts';

const routes: DescribedRoutes = {
  chat: '/openai/deployments/{model}/chat/completions?api-version=1',
  models: '/openai/models',
  model: '/openai/models/{id}',
  cancel: '/tasks/{id}/stop',
  image: { 'acme/painter': '/paint' },
};

test.each([
  ['/v1/chat/completions', 'gpt-4', '/openai/deployments/gpt-4/chat/completions?api-version=1'],
  ['/v1/chat/completions?x=1', 'acme/one', '/openai/deployments/acme%2Fone/chat/completions?api-version=1&x=1'],
  ['/v1/models', undefined, '/openai/models'],
  ['/v1/models?limit=1', undefined, '/openai/models?limit=1'],
  ['/v1/models/acme/$&', undefined, '/openai/models/acme/$&'],
  ['/v1/jobs/job_1/cancel', undefined, '/tasks/job_1/stop'],
  ['/v1/jobs/job_1', undefined, '/v1/jobs/job_1'],
  ['/v1/images/generations', 'acme/painter', '/paint'],
  ['/v1/images/generations', 'acme/other', '/v1/images/generations'],
  ['/v1/nothing', 'gpt-4', '/v1/nothing'],
  ['/v1/models/', undefined, '/v1/models/'],
])('%s with the model %s lies at %s', (path, model, wanted) => {
  expect(targetPath(routes, path, model)).toBe(wanted);
});

test('nothing described, nothing changed', () => {
  expect(targetPath({}, '/v1/chat/completions', 'gpt-4')).toBe('/v1/chat/completions');
});
