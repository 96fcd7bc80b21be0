import { styleFor } from '@gateproof/reports';
import { expect, test } from 'vitest';
import { ruleListText } from './rule-list-text.ts';
import { sampleRule } from './sample-rule.fixture.ts';

test('rules stand under their area, with their class, and marked where they are not plain musts of the gateway', () => {
  const text = ruleListText(
    [
      sampleRule({ id: 'auth.a' }),
      sampleRule({ id: 'auth.long', class: 'core' }),
      sampleRule({ id: 'client.c', party: 'client', level: 'should' }),
    ],
    styleFor(false),
  );
  expect(text).toContain(
    'auth (2)\n  auth.a     The statement of auth.a.\n  auth.long  The statement of auth.long. [core]\n',
  );
  expect(text).toContain('client.c  The statement of client.c. [should, client]');
  expect(text).toContain('3 rules in 2 areas.');
});
