import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { schemaValue } from './schema-value.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

const required = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  ...more,
});
const text = { type: 'string' };

/** What tools and response formats are written in, as SDKs and Zod write it. */
const written: readonly JsonObject[] = [
  required({ city: text, units: { type: 'string', enum: ['celsius', 'fahrenheit'] } }),
  required({ name: { anyOf: [text, { type: 'null' }] }, other: { type: ['string', 'null'] } }),
  required({ value: text, children: { type: 'array', items: { $ref: '#' } } }),
  required(
    { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
    { $defs: { node: required({ v: text }) } },
  ),
  required({ q: { $ref: '#/definitions/q' } }, { definitions: { q: { type: 'integer', minimum: 1, maximum: 3 } } }),
  { oneOf: [required({ kind: { const: 'a' }, x: { type: 'integer' } }), required({ kind: { const: 'b' }, y: text })] },
  {
    allOf: [
      { type: 'object', properties: { a: text }, required: ['a'] },
      { properties: { b: text }, required: ['b'] },
    ],
  },
  required({ year: { type: 'integer', minimum: 2020 }, atMs: { type: 'integer', exclusiveMinimum: 1e12 } }),
  required({ depth: { type: 'number', maximum: -5000 }, share: { type: 'number', minimum: 0, exclusiveMaximum: 1 } }),
  required({ step: { type: 'integer', multipleOf: 7, minimum: 100, maximum: 110 } }),
  required({
    at: { ...text, format: 'date-time' },
    day: { ...text, format: 'date' },
    to: { ...text, format: 'email' },
  }),
  required({ id: { ...text, format: 'uuid' }, link: { ...text, format: 'uri' }, ip: { ...text, format: 'ipv4' } }),
  required({ code: { ...text, pattern: '^[A-Z]{2}-\\d{4}$' }, short: { ...text, minLength: 2, maxLength: 3 } }),
  required({ tags: { type: 'array', items: text, minItems: 2, maxItems: 4, uniqueItems: true } }),
  { type: 'object', additionalProperties: { type: 'number' }, minProperties: 2 },
  { type: 'array', prefixItems: [text, { type: 'boolean' }], items: false, minItems: 2 },
  { type: 'object', properties: { optional: text } },
  required({ minimum: { type: 'object', properties: { maximum: { type: 'integer', minimum: 9999 } } } }),
];

test.each(written)('%j allows every value that is made of it', (schema) => {
  const validate = ajv.compile(schema);
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect([validate(schemaValue(schema, seed)), validate.errors]).toEqual([true, null]);
    }),
    { seed: 1, numRuns: 60 },
  );
});

const leaf = fc.oneof(
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -1e6, max: 1e6 }) }),
  fc.record({ type: fc.constant('number'), maximum: fc.integer({ min: -1e6, max: 1e6 }) }),
  fc.record({ type: fc.constant('string'), minLength: fc.nat(20) }),
  fc.record({ enum: fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }) }),
  fc.constantFrom<JsonObject>({ type: 'boolean' }, { type: 'null' }, { type: ['integer', 'null'] }),
);
const { schema: anySchema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('schema'), { maxKeys: 4 })
      .map((properties) => required(properties)),
    tie('schema').map((items): JsonObject => ({ type: 'array', items, minItems: 1, maxItems: 3 })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
  ),
}));

test('schemas put together of all that allow every value that is made of them', () => {
  fc.assert(
    fc.property(anySchema, fc.string(), (schema, seed) => {
      expect(ajv.validate(schema, schemaValue(schema, seed))).toBe(true);
    }),
    { seed: 2, numRuns: 300 },
  );
});

test('the value follows from the seed', () => {
  const schema = required({ a: text, b: { type: 'integer' } });
  expect(schemaValue(schema, 'one')).toEqual(schemaValue(schema, 'one'));
  expect(schemaValue(schema, 'one')).not.toEqual(schemaValue(schema, 'other'));
});

test.each<JsonValue>([
  ...[null, 7, 'text', []],
  { $ref: '#/nowhere' },
  { $ref: 'http://127.0.0.1:9/schema' },
  { type: 'nonsense' },
  { type: 'array', minItems: 1e9 },
  required({ deep: { type: 'string', minLength: 1e9 } }),
])('%j has no value', (schema) => {
  expect(schemaValue(schema, 's')).toBeUndefined();
});
