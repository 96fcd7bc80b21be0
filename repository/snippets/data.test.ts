import { cassetteSchema, repliesSchema } from '@gateproof/simulator';
import { baselineSchema, driverSchema, loadTestbedOpenApi, profileSchema } from '@gateproof/spec';
import { OpenApiValidator, SchemaValidator } from '@gateproof/spec/validation';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSnippets, type Snippet } from './read-snippets.ts';

const inLanguage = (wanted: string) =>
  readSnippets()
    .filter(({ language, notRun }) => language === wanted && notRun === undefined)
    .map((snippet) => [`${snippet.page}:${snippet.line}`, snippet] as const);

const profiles = new SchemaValidator(profileSchema());
const baselines = new SchemaValidator(baselineSchema());
const cassettes = new SchemaValidator(cassetteSchema);
const replies = new SchemaValidator(repliesSchema);
const driverLines = new SchemaValidator(driverSchema());
const testbed = new OpenApiValidator(loadTestbedOpenApi());

/** The problems of a YAML file that a page shows; what is nothing else is a profile, and part of one belongs to a gateway at some URL. */
function problemsOfFile({ text, isPart }: Snippet): readonly string[] {
  const value = parse(text);
  if ('replies' in value) return replies.problems(value);
  if ('exchanges' in value) return cassettes.problems(value);
  if ('entries' in value) return baselines.problems(value);
  return profiles.problems(isPart ? { url: 'http://127.0.0.1', ...value } : value);
}

/** The values of a block, which stand one below the other. */
function valuesOf(text: string): readonly unknown[] {
  return text.split(/\n(?=\{)/).map((one) => JSON.parse(one));
}

/** The message of the testbed protocol that a value is, by the key that no other message has. */
const messages: Readonly<Record<string, string>> = {
  protocol: 'TestbedDescription',
  modality: 'ModelRequest',
  generations: 'UsageAnswer',
};

function problemsOfMessage(value: object): readonly string[] {
  const key = Object.keys(messages).find((one) => Object.hasOwn(value, one));
  const schema = key && messages[key];
  return schema
    ? testbed.schema(schema, value)
    : [`no message of the testbed protocol has these keys: ${Object.keys(value)}`];
}

describe('YAML', () => {
  it.each(inLanguage('yaml'))('%s keeps its schema', (_, snippet) => {
    expect(problemsOfFile(snippet)).toEqual([]);
  });
});

describe('JSON', () => {
  it.each(inLanguage('json'))('%s keeps its schema', (_, { page, text }) => {
    const problemsOf = (value: unknown) =>
      page === 'docs/driver-protocol.md' ? driverLines.problems(value) : problemsOfMessage(value as object);
    expect(valuesOf(text).flatMap(problemsOf)).toEqual([]);
  });
});

it.each(['yaml', 'json'])('finds snippets in %s', (language) => {
  expect(inLanguage(language).length).toBeGreaterThan(3);
});
