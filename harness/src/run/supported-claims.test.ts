import { expect, test } from 'vitest';
import { errors } from '../repair/answer-kinds.ts';
import type { DecidedRule } from './decided-rule.ts';
import { fixesOf } from './fix.ts';
import { aRule } from './run-fixture.fixture.ts';
import { type Claim, supported } from './supported-claims.ts';

const fixes = fixesOf(
  ['a', 'b'].map((id) => ({ id, sentence: 'It is wrong.', states: [], concerns: errors, mend: () => undefined })),
);
function claim(id: string, cure: readonly string[], blockedBy?: string): Claim {
  const entry: DecidedRule = {
    rule: aRule(id),
    decision: blockedBy === undefined ? { verdict: 'fail' } : { verdict: 'blocked', blockedBy },
  };
  return { entry, cure: { fixes: fixes.filter((fix) => cure.includes(fix.id)), acted: new Set(cure) } };
}
const left = (claims: readonly Claim[]) => supported(claims).map(({ entry }) => entry.rule.id);

test('a blocked rule is claimed with the rule that blocks it, or not at all', () => {
  expect(left([claim('r.root', ['a']), claim('r.waits', ['a'], 'r.root')])).toEqual(['r.root', 'r.waits']);
  expect(left([claim('r.other', ['a']), claim('r.waits', ['a'], 'r.root')])).toEqual(['r.other']);
});

test('the blocking rule must hold under the same fixes', () => {
  expect(left([claim('r.root', ['b']), claim('r.waits', ['a'], 'r.root')])).toEqual(['r.root']);
  expect(left([claim('r.root', ['b']), claim('r.waits', ['a', 'b'], 'r.root')])).toEqual(['r.root', 'r.waits']);
});

test('what a rule blocks that is not claimed goes too', () => {
  const claims = [claim('r.second', ['a'], 'r.root'), claim('r.third', ['a'], 'r.second')];
  expect(left(claims)).toEqual([]);
});
