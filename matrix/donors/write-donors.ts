import { writeFileSync } from 'node:fs';
import { loadRules } from '@gateproof/spec';
import { scriptOptions } from '../../repository/script-options.ts';
import { exercisingRules } from '../exercising-rules.ts';
import { type ChosenDonors, chooseDonors, type DonorTier } from './choose-donors.ts';
import { measureCoverage } from './measure-coverage.ts';
import { renderDonors } from './render-donors.ts';
import { renderMeasured } from './render-measured.ts';
import { revealingDonors } from './revealing-donors.ts';

/**
 * Measures what each rule costs and uses, and which checks exercise standing rules, and writes the tables of the suite that say so:
 * `npm run donors`. Takes some minutes.
 */
scriptOptions({});

const mostNear = 8;
const casesOfNear = 2;
const needsOf = new Map(loadRules().map(({ id, needs }) => [id, needs]));
const takesAtMost = (allowed: readonly string[]) => (check: string) =>
  (needsOf.get(check) ?? []).every((need) => allowed.includes(need));

/** First what any target can be tested on, then what can be wired by hand, then the rest. */
const tiers: readonly DonorTier[] = [
  { takes: takesAtMost([]), mostRequests: 24 },
  { takes: takesAtMost(['keys', 'models', 'upstreams', 'accounts', 'webhooks']), mostRequests: 64 },
  { takes: () => true, mostRequests: 90 },
];

/** Beside what the matrix has learned, the first cases of active rules that come from the same normative points: they meet with what the rule is about. */
function firstDonors(rule: string): ChosenDonors {
  const near = exercisingRules(rules, rule)
    .filter((check) => shows(check, rule))
    .slice(0, mostNear);
  return new Map([...near.map((check) => [check, casesOfNear] as const), ...(revealingDonors[rule] ?? [])]);
}

function shows(check: string, rule: string): boolean {
  return (
    whole.coverage
      .get(check)
      ?.slice(0, casesOfNear)
      .some(({ forms }) => forms.has(rule)) === true
  );
}

const write = (name: string, source: string) => writeFileSync(`suites/src/gateway/${name}.ts`, source);
const [whole, bare] = [await measureCoverage(true), await measureCoverage(false)];
const rules = loadRules().filter(({ party }) => party === 'gateway');
const donors = rules
  .filter(({ kind }) => kind === 'standing')
  .map(({ id }) => [id, chooseDonors(id, whole.coverage, tiers, firstDonors(id))] as const);
write('standing-donors', renderDonors(new Map(donors.filter(([, chosen]) => chosen.size > 0))));
write('measured-rules', renderMeasured(rules, whole, bare));
