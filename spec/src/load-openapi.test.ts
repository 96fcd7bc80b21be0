import { validate } from '@readme/openapi-parser';
import { describe, expect, test } from 'vitest';
import { errorTable } from './error-table.ts';
import { loadOpenApi, loadTestbedOpenApi } from './load-openapi.ts';
import { loadRules } from './load-rules.ts';
import { schemaOf, toNames } from './openapi.fixture.ts';
import { capabilities } from './rule.ts';
import { serviceNames } from './service-names.ts';
import { testbedProtocol } from './testbed-protocol.ts';

const contract = loadOpenApi();
const testbed = loadTestbedOpenApi();
const rules = loadRules();
const sentRows = [...errorTable.values()].filter(({ status }) => status !== null);

test.each([
  ['openapi.yaml', contract],
  ['testbed.openapi.yaml', testbed],
])('%s is a valid OpenAPI 3.1 document', async (_name, document) => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const result = await validate(structuredClone(document) as never);
  expect(result).toMatchObject({ valid: true, warnings: [] });
  expect(JSON.stringify((result as { schema?: unknown }).schema ?? {})).not.toContain('"$ref"');
});

test('another prefix renames every header and field that carries it, and nothing is left of the default', () => {
  const text = JSON.stringify(loadOpenApi('acme'));
  expect(text).not.toMatch(/svc/i);
  for (const name of Object.values(serviceNames('acme'))) expect(text).toContain(`"${name}"`);
});

describe('the error codes', () => {
  const answers = Object.entries(contract.components.responses ?? {}).filter(([name]) => name !== 'OtherError');
  const codesOf = (response: object): readonly string[] =>
    [...JSON.stringify(response).matchAll(/"code":\{"enum":(\[[^\]]*\])/g)].flatMap(([, list]) =>
      JSON.parse(list ?? ''),
    );

  test.each(sentRows)('$code stands under $status, and under no other status', ({ code, status }) => {
    const statuses = answers.filter(([, response]) => codesOf(response).includes(code)).map(([, r]) => r['x-status']);
    expect(new Set(statuses)).toEqual(new Set([status]));
  });

  test('stand under the same status in every operation', () => {
    const used = Object.values(contract.paths).flatMap((item) =>
      Object.values(item).flatMap(({ responses }) =>
        Object.entries(responses ?? {}).flatMap(([status, { $ref }]) =>
          typeof $ref === 'string' ? [[status, $ref.split('/').at(-1)] as const] : [],
        ),
      ),
    );
    const byName = new Map(answers.map(([name, response]) => [name, response['x-status']]));
    for (const [status, name] of used)
      if (status !== 'default') expect(String(byName.get(name ?? '')), name).toBe(status);
    const reached = new Set(used.map(([, name]) => name));
    expect(answers.map(([name]) => name).filter((name) => !reached.has(name))).toEqual(['RunNotFound']);
  });

  test('are the sent ones of the table, each with its kind', () => {
    expect(schemaOf(contract, 'ErrorCode').enum).toEqual(sentRows.map(({ code }) => code));
    for (const name of ['Error', 'JobError']) {
      const kinds = (schemaOf(contract, name).allOf ?? []).flatMap(({ if: when, then }) =>
        (when?.properties?.code?.enum ?? []).map((code) => [code, then?.properties?.kind?.const] as const),
      );
      expect(new Map(kinds)).toEqual(new Map(sentRows.map(({ code, kind }) => [code, kind])));
    }
  });

  test('that are only recorded stand in usage and are never sent', () => {
    const unsent = [...errorTable.values()].filter(({ status }) => status === null).map(({ code }) => code);
    expect(unsent).toEqual(['client_disconnected']);
    expect(JSON.stringify(schemaOf(testbed, 'UsageAnswer'))).toContain('client_disconnected');
  });
});

describe('the fields of the rule catalogue', () => {
  /** Fields that a rule of the family says are there, nested ones as `pricing.currency`. */
  const presentBy = (prefix: string, pattern: RegExp): readonly string[] =>
    rules
      .filter(({ id, level, conditional }) => id.startsWith(prefix) && level === 'must' && conditional !== true)
      .flatMap(({ id }) => pattern.exec(id.slice(prefix.length))?.[1] ?? []);

  test.each([
    ['Job', 'job.field.', /^((?!error-)[a-z-]+)\.present$/],
    ['JobError', 'job.field.error-', /^([a-z-]+)\.present$/],
    ['Model', 'model.field.', /^((?!pricing-)[a-z-]+)\.(?:present|type|value)$/],
    ['Error', 'error.envelope.', /^((?!request-id)[a-z-]+)-present$/],
    ['WebhookEvent', 'webhook.body.', /^([a-z-]+)-present$/],
  ])('%s requires those that its rules require', (name, prefix, pattern) => {
    const required = new Set(presentBy(prefix, pattern).map((field) => field.replaceAll('-', '_')));
    expect(required.size).toBeGreaterThan(1);
    expect(new Set(schemaOf(contract, name).required)).toEqual(required);
  });

  test("a Model's pricing requires those that its rules require", () => {
    const required = presentBy('model.field.pricing-', /^([a-z-]+)\.type$/).map((field) => field.replaceAll('-', '_'));
    expect(new Set(schemaOf(contract, 'Model').properties?.pricing?.required)).toEqual(new Set(required));
  });

  test.each([
    ['ChatRequest', 'chat.body.'],
    ['SubmissionRequest', 'media.body.'],
  ])('%s requires the fields without which a body is refused, and has all that a rule types', (name, prefix) => {
    const schema = schemaOf(contract, name);
    const fields = (suffix: RegExp) => presentBy(prefix, suffix).map((field) => field.replaceAll('-', '_'));
    expect(new Set(schema.required)).toEqual(new Set(fields(/^([a-z-]+)\.missing$/)));
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(fields(/^([a-z-]+)\.type$/)));
  });

  test.each([
    ['Job', 'job.field.'],
    ['Model', 'model.field.'],
    ['ChatCompletion', 'chat.field.'],
  ])('%s has every field, nested ones included, that a rule speaks of', (name, prefix) => {
    const known = new Set(toNames(contract, schemaOf(contract, name)));
    const spoken = rules
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id }) => id.slice(prefix.length).split('.')[0]);
    expect([...new Set(spoken)].filter((field) => !known.has(field ?? ''))).toEqual([]);
  });
});

describe('the testbed', () => {
  test('names every capability, and at each operation those that it belongs to', () => {
    expect(schemaOf(testbed, 'Capability').enum).toEqual(capabilities);
    expect(schemaOf(testbed, 'TestbedDescription').properties?.protocol?.const).toBe(testbedProtocol);
    const claimed = Object.values(testbed.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => (operation['x-capabilities'] ?? []) as readonly string[]),
    );
    expect(new Set(claimed)).toEqual(new Set(capabilities));
  });
});
