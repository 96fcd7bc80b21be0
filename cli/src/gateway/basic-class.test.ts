import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument, RuleRecord } from '@gateproof/harness';
import { afterAll, expect, it } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';
import { sendJson, type Toy, toyGateway, toyKey } from './toy-gateway.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-basic-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The records of the class `basic` on a server that has never heard of the contract. */
async function basicRules(toy: Toy, ...more: readonly string[]): Promise<readonly RuleRecord[]> {
  const { context } = recordedContext();
  const json = join(folder, 'run.json');
  const target = ['--url', await toyGateway(toy), '--key', toyKey, '--claims', 'basic'];
  await runCli(['gateway', ...target, '--effort', 'quick', '--json', json, ...more], context);
  const { rules } = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  return rules.filter((rule) => rule.class === 'basic');
}

const ofVerdict = (rules: readonly RuleRecord[], ...verdicts: readonly string[]) =>
  rules.filter(({ verdict }) => verdicts.includes(verdict)).map(({ rule }) => rule);

const entry = { id: 'gpt-4', object: 'model' };
const list = { object: 'list', data: [entry] };

const readsModels: NonNullable<Toy['answer']> = (request, response) => {
  const isRead = request.url === '/v1/models/gpt-4' && request.headers.authorization === `Bearer ${toyKey}`;
  if (isRead) sendJson(response, 200, entry);
  return isRead;
};

it('is decided whole on a server whose list has an id without a slash and an object for each model', async () => {
  const rules = await basicRules({ list, serves: ['gpt-4'], answer: readsModels });
  expect(ofVerdict(rules, 'inconclusive', 'blocked', 'flaky', 'error')).toEqual([]);
  expect(ofVerdict(rules, 'fail', 'warn')).toEqual(['model.field.created.type', 'model.field.owned-by.type']);
  expect(ofVerdict(rules, 'pass')).toEqual(
    expect.arrayContaining([
      'model.list.usable',
      'model.get.listed',
      'model.get.id-echoed',
      'version.prefix.model-get',
    ]),
  );
});

it('names the route that such a server does not have, and nothing else', async () => {
  const whole = { ...entry, created: 1, owned_by: 'toy' };
  const rules = await basicRules({ list: { object: 'list', data: [whole] }, serves: ['gpt-4'] });
  expect(ofVerdict(rules, 'fail', 'warn', 'flaky', 'error', 'inconclusive')).toEqual([
    'model.get.listed',
    'version.prefix.model-get',
  ]);
  expect(rules.filter(({ verdict }) => verdict === 'blocked').map(({ rule, blockedBy }) => [rule, blockedBy])).toEqual([
    ['model.get.id-echoed', 'model.get.listed'],
  ]);
});

it('says nothing of the entries of a list that has none', async () => {
  const rules = await basicRules({ list: { object: 'list', data: [] }, serves: ['gpt-4'] }, '--model', 'gpt-4');
  expect(ofVerdict(rules, 'inconclusive')).toEqual([]);
});

it('blocks the rules about a list by the one that says that it is served', async () => {
  const answer: Toy['answer'] = (request, response) => {
    const isList = request.url?.startsWith('/v1/models') === true;
    if (isList) sendJson(response, 500, { error: { message: 'no', type: 'server_error', param: null, code: null } });
    return isList;
  };
  const rules = await basicRules({ serves: ['gpt-4'], answer }, '--model', 'gpt-4');
  expect(ofVerdict(rules, 'inconclusive')).toEqual([]);
  const fields = rules.filter(({ rule }) => rule.startsWith('model.field.'));
  expect(new Set(fields.map(({ blockedBy }) => blockedBy))).toEqual(new Set(['model.list.answered']));
});
