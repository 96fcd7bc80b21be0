import { expect, test } from 'vitest';
import type { Exchange } from '../exchange/exchange.ts';
import { answered } from '../repair/answered.fixture.ts';
import type { DecidedRule } from './decided-rule.ts';
import { missingFeatures } from './missing-features.ts';
import { aRule } from './run-fixture.fixture.ts';
import { StandingLedger } from './standing-ledger.ts';

const ledger = () => new StandingLedger([], new Set());
const completion = { id: 'c1', choices: [{ message: {} }] };
const asks = { model: 'm/x', messages: [] };
const served = answered({ body: completion, asks });
const refused = answered({ status: 401, body: { error: {} }, asks });

function decided(id: string, exchange: Exchange, fields: Partial<DecidedRule> = {}): DecidedRule {
  const place = { check: id, seed: 1, path: '0', input: '1', shrinks: 0, replayed: { kind: 'broke' } as const };
  const finding = { expected: 'a', observed: 'b', exchanges: [exchange.id] };
  const broken = { ...place, finding, exchanges: [exchange] };
  return { rule: aRule(id), decision: { verdict: 'fail' }, broken, ...fields };
}
const foldedUnder = (entries: readonly DecidedRule[]) =>
  Object.fromEntries(missingFeatures(entries, ledger()).map(({ id, rules }) => [id, rules]));

test('rules that are broken for the lack of one feature fold under it, and others do not', () => {
  const entries = [decided('auth.key.missing', served), decided('auth.key.unknown', served), decided('a.b.c', served)];
  expect(foldedUnder(entries)).toEqual({ 'key-check': ['auth.key.missing', 'auth.key.unknown'] });
  expect(missingFeatures(entries, ledger())[0]).toMatchObject({
    kind: 'missing-feature',
    sentence: 'The API key is not checked: requests with a wrong key, or with none, are served.',
    proved: false,
    shownBy: served,
  });
});

test('one broken rule is no lack of a feature', () => {
  expect(foldedUnder([decided('auth.key.missing', served)])).toEqual({});
});

test('a feature that shows at work in one case is not missing', () => {
  const entries = ['auth.key.missing', 'auth.key.unknown'].map((id) => decided(id, served));
  expect(foldedUnder([...entries, decided('auth.key.deleted', refused)])).toEqual({});
  const forbidden = answered({ status: 403, body: { error: {} }, asks });
  expect(foldedUnder([...entries, decided('auth.key.deleted', forbidden)])).toEqual({});
});

test('of a rule that names what breaks it, only that counts', () => {
  const image = answered({ path: '/v1/models', body: {} });
  const lists = ['model.list.answered', 'version.prefix.model-list'].map((id) =>
    decided(id, answered({ status: 500, path: '/v1/models', body: '' })),
  );
  const beside = decided('chat.a.b', { ...served, id: 'x2' });
  expect(foldedUnder([...lists, beside])).toEqual({
    'route-models': ['model.list.answered', 'version.prefix.model-list'],
  });
  expect(foldedUnder([...lists, decided('model.list.steady', image)])).toEqual({});
});

test('a route that was answered with success anywhere in the run is not missing', () => {
  const failing = answered({ status: 503, body: '', asks });
  const entries = ['chat.a.b', 'chat.c.d'].map((id) => decided(id, failing));
  const causes = (accepted: string) => missingFeatures(entries, ledger(), (route) => route === accepted);
  expect(causes('models').map(({ id }) => id)).toEqual(['route-chat']);
  expect(causes('chat')).toEqual([]);
});

test('standing rules that nothing exercises without the feature fold as well', () => {
  const broken = answered({ status: 500, path: '/v1/models', body: '' });
  const idle: DecidedRule = {
    rule: aRule('model.field.id.present', { kind: 'standing' }),
    decision: { verdict: 'inconclusive', reason: 'no exchange of this run exercised it' },
  };
  const entries = [decided('model.list.answered', broken), decided('model.list.complete', broken), idle];
  expect(foldedUnder(entries)['route-models']).toContain('model.field.id.present');
});
