import { type Cassette, cassetteFormat } from '@gateproof/spec';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cassetteText } from './cassette-text.ts';

const events = [{ json: { a: 'x: "y"', b: [1, null] } }, { afterMs: 20, data: '[DONE]' }];
const cassette: Cassette = {
  format: cassetteFormat,
  exchanges: [{ request: { method: 'GET', path: '/v1/x' }, response: { status: 200, events } }],
};

test('YAML has a line for each event, and is read as it was', () => {
  const text = cassetteText(cassette, 'c.yaml');
  expect(text).toContain('        - { afterMs: 20, data: "[DONE]" }\n');
  expect(parse(text)).toEqual(cassette);
});

test('JSON is JSON', () => {
  expect(JSON.parse(cassetteText(cassette, 'c.JSON'))).toEqual(cassette);
});
