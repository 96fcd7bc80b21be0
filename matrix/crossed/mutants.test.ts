import { expect, test } from 'vitest';
import { mutants, sampleMutants } from './mutants.ts';
import { places } from './places.ts';

test('every mutant has an id of its own', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});

test('every route and delivery has its fields from the contract', () => {
  const ids = mutants.map(({ id }) => id);
  for (const start of [
    'job-get.answer:output.*.url:cut:',
    'chat.refusal:error.retry_after_ms:other-unit:',
    'delivery.body:data.state:unknown-word:',
    'image.request:models:first-of-several:',
  ])
    expect(ids.filter((id) => id.startsWith(start))).not.toEqual([]);
});

test('a sample is drawn again by its seed, a third of it of what shows always, the rest of every moment and place', () => {
  const sample = sampleMutants(mutants, 400, 7);
  expect(sample).toHaveLength(400);
  expect(sampleMutants(mutants, 400, 7).map(({ id }) => id)).toEqual(sample.map(({ id }) => id));
  expect(sample.filter(({ moment }) => moment === 'always')).toHaveLength(120);
  expect(new Set(sample.map(({ moment }) => moment))).toEqual(new Set(mutants.map(({ moment }) => moment)));
  expect(new Set(sample.map(({ place }) => place.id)).size).toBeGreaterThan(places.length * 0.9);
});

test('no more is drawn than there is', () => {
  const few = mutants.slice(0, 5);
  expect(new Set(sampleMutants(few, 20, 1))).toEqual(new Set(few));
});
