import { expect, test } from 'vitest';
import { modelPath } from './model-path.ts';

test.each([
  ['acme/one', '/v1/models/acme/one'],
  ['gpt-4', '/v1/models/gpt-4'],
  ['llama3:8b', '/v1/models/llama3:8b'],
  ['@cf/meta/llama-3', '/v1/models/@cf/meta/llama-3'],
  ['accounts/acme/models/one', '/v1/models/accounts/acme/models/one'],
  ['my model?#100%', '/v1/models/my%20model%3F%23100%25'],
])('a model with the id %s is read at %s', (id, path) => {
  expect(modelPath(id)).toBe(path);
});
