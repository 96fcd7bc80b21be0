import { expect, test } from 'vitest';
import { sketchExchange } from '../exchange/exchange.fixture.ts';
import { saidMessage } from './said-message.ts';

const headers = [['Content-Type', 'application/json']] as const;

test.each([
  [{ error: { message: 'no such\nmodel', code: null } }, 'no such model'],
  [{ status: 'failure', message: 'name a provider' }, 'name a provider'],
  [{ error: 'unauthorized' }, 'unauthorized'],
  [{ detail: 'Not Found' }, 'Not Found'],
  [{ error: { message: '' }, message: ' ' }, undefined],
  [{ detail: [{ msg: 'field required' }] }, undefined],
  ['an error page', undefined],
])('%j says %s', (body, said) => {
  expect(saidMessage(sketchExchange({ status: 400, headers, body }))).toBe(said);
});
