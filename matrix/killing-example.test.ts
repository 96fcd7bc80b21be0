import type { ResultDocument } from '@gateproof/harness';
import { gatewaySuite } from '@gateproof/suites';
import { expect, test } from 'vitest';
import { killingExample } from './killing-example.ts';

const rule = 'auth.cap.chat';
const documentOf = (path: string) =>
  ({ rules: [{ rule, failure: { case: { check: rule, path } } }] }) as unknown as Pick<ResultDocument, 'rules'>;

test('the example is the one at the beginning of the path of the failure', () => {
  const examples = gatewaySuite.checks.find((check) => check.rule === rule)?.examples ?? [];
  expect(killingExample(rule, documentOf('1:0'))).toBe(JSON.stringify(examples[1]));
});

test('a drawn case, and a rule that did not fail, have none', () => {
  expect(killingExample(rule, documentOf('99'))).toBeUndefined();
  expect(killingExample('auth.cap.read', documentOf('0'))).toBeUndefined();
});
