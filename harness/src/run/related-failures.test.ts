import { expect, test } from 'vitest';
import type { CheckReport } from './check-report.ts';
import type { DecidedRule } from './decided-rule.ts';
import { relatedFailures } from './related-failures.ts';
import { aRule, aSetupFailure } from './run-fixture.fixture.ts';

const setupFailure = aSetupFailure();

function decided(
  id: string,
  verdict: 'fail' | 'inconclusive',
  fields: Partial<DecidedRule> = {},
): [string, DecidedRule] {
  return [id, { rule: aRule(id), decision: { verdict }, ...fields }];
}

const unprepared = { report: { setupFailure } as unknown as CheckReport };
const standing = (id: string) => ({ rule: aRule(id, { kind: 'standing' }) });

test('a rule whose set-up failed is blocked by the failed rule of its family', () => {
  const all = new Map([
    decided('auth.model.chat', 'fail'),
    decided('auth.model.uncharged', 'inconclusive', unprepared),
    decided('auth.cap.uncharged', 'inconclusive', unprepared),
    decided('auth.model.idle', 'inconclusive'),
  ]);
  const decisions = relatedFailures(all);
  expect(decisions.get('auth.model.uncharged')?.prerequisite).toBe('auth.model.chat');
  expect(decisions.get('auth.cap.uncharged')?.prerequisite).toBeUndefined();
  expect(decisions.get('auth.model.idle')?.prerequisite).toBeUndefined();
});

test('a standing rule that saw nothing is blocked by the failed standing rule of its area', () => {
  const all = new Map([
    decided('error.envelope.code-present', 'fail', standing('error.envelope.code-present')),
    decided('error.code.forbidden.status', 'inconclusive', standing('error.code.forbidden.status')),
    decided('job.field.id', 'inconclusive', standing('job.field.id')),
  ]);
  const decisions = relatedFailures(all);
  expect(decisions.get('error.code.forbidden.status')?.prerequisite).toBe('error.envelope.code-present');
  expect(decisions.get('job.field.id')?.prerequisite).toBeUndefined();
});
