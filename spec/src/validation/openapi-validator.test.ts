import { expect, test } from 'vitest';
import { loadOpenApi } from '../load-openapi.ts';
import { OpenApiValidator } from './openapi-validator.ts';

const document = loadOpenApi();
const validator = new OpenApiValidator(document);
const list = document.paths['/v1/models']?.get;
if (list === undefined) throw new Error('there is no list of models');
const empty = { object: 'list', data: [] };

test('an answer has problems of its status, its media type and its value, or none', () => {
  const answer = (status: number, mediaType: string, value: unknown) =>
    validator.answer(list, { status, mediaType, value });
  expect(answer(200, 'application/json', empty)).toEqual([]);
  expect(answer(200, 'text/plain', empty)).toEqual(['the answer 200 is never text/plain']);
  expect(answer(200, 'application/json', { object: 'list' })).toEqual(['it lacks the key data']);
  expect(answer(200, 'application/json', { ...empty, object: 'page' })).toEqual(['object must be "list"']);
  expect(answer(418, 'application/json', empty)).toEqual([
    'it lacks the key error',
    'it has the unknown key object',
    'it has the unknown key data',
  ]);
});

test('what an operation does not have is said', () => {
  expect(validator.request(list, {})).toEqual(['listModels has no body']);
  expect(validator.parameter(list, 'page', 1)).toEqual(['listModels has no parameter page']);
});

test('every schema of the document compiles', () => {
  for (const name of Object.keys(document.components.schemas ?? {})) {
    expect(() => validator.schema(name, {}), name).not.toThrow();
  }
});
