import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentRuleSet, loadRuleSets, loadRules } from '@gateproof/spec';
import { scriptOptions } from '../script-options.ts';
import { frozenOf } from './rule-set-digest.ts';

/** Freezes the newest rule set for a release; with `--check` only reports whether it is frozen, exit code 1 where it is not. */
const { check } = scriptOptions({ check: { type: 'boolean' } });
const file = join(import.meta.dirname, '../../spec/rule-sets.yaml');
const id = currentRuleSet();
const isFrozen = loadRuleSets().at(-1)?.frozen !== undefined;
if (isFrozen) process.stdout.write(`rule set ${id} is frozen\n`);
else if (check === true) {
  process.stdout.write(
    `rule set ${id} is not frozen; run npm run freeze and commit spec/rule-sets.yaml before a release\n`,
  );
  process.exitCode = 1;
} else {
  const { rules, digest } = frozenOf(id, loadRules());
  const text = readFileSync(file, 'utf8').trimEnd();
  writeFileSync(file, `${text}\n  frozen: { rules: ${rules}, digest: "${digest}" }\n`);
  process.stdout.write(`rule set ${id} is frozen with ${rules} rules\n`);
}
