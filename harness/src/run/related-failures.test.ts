import { expect, test } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
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

const none: readonly StandingCheck[] = [];
const unprepared = { report: { setupFailure } as unknown as CheckReport };
const standing = (id: string) => ({ rule: aRule(id, { kind: 'standing' }) });

test('a rule whose set-up failed is blocked by the failed rule of its family', () => {
  const all = new Map([
    decided('auth.model.chat', 'fail'),
    decided('auth.model.uncharged', 'inconclusive', unprepared),
    decided('auth.cap.uncharged', 'inconclusive', unprepared),
    decided('auth.model.idle', 'inconclusive'),
  ]);
  const decisions = relatedFailures(all, none);
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
  const decisions = relatedFailures(all, none);
  expect(decisions.get('error.code.forbidden.status')?.prerequisite).toBe('error.envelope.code-present');
  expect(decisions.get('job.field.id')?.prerequisite).toBeUndefined();
});

test('a standing rule that saw nothing is blocked by the rule that says that what it judges is served', () => {
  const all = new Map([
    decided('model.list.answered', 'fail'),
    decided('model.field.id.present', 'inconclusive', standing('model.field.id.present')),
    decided('model.field.created.type', 'inconclusive', standing('model.field.created.type')),
  ]);
  const served: StandingCheck = { rules: ['model.field.id.present'], servedBy: 'model.list.answered', judge: () => [] };
  const decisions = relatedFailures(all, [served]);
  expect(decisions.get('model.field.id.present')?.prerequisite).toBe('model.list.answered');
  expect(decisions.get('model.field.created.type')?.prerequisite).toBeUndefined();
});
