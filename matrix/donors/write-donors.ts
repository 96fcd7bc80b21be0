import { writeFileSync } from 'node:fs';
import { loadRules } from '@gateproof/spec';
import { scriptOptions } from '../../repository/script-options.ts';
import { chooseDonors, type DonorTier } from './choose-donors.ts';
import { measureCoverage } from './measure-coverage.ts';
import { renderDonors } from './render-donors.ts';
import { renderMeasured } from './render-measured.ts';
import { revealingDonors } from './revealing-donors.ts';

/**
 * Measures what each rule costs and uses, and which checks show what standing rules are judged on, and writes the tables of the suite that say so:
 * `npm run donors`. Takes some minutes.
 */
scriptOptions({});

const needsOf = new Map(loadRules().map(({ id, needs }) => [id, needs]));
const takesAtMost = (allowed: readonly string[]) => (check: string) =>
  (needsOf.get(check) ?? []).every((need) => allowed.includes(need));

/** First what any target can be judged on, then what can be wired by hand, then the rest. */
const tiers: readonly DonorTier[] = [
  { takes: takesAtMost([]), mostRequests: 24 },
  { takes: takesAtMost(['keys', 'models', 'upstreams', 'accounts', 'webhooks']), mostRequests: 64 },
  { takes: () => true, mostRequests: 90 },
];

const write = (name: string, source: string) => writeFileSync(`suites/src/gateway/${name}.ts`, source);
const [whole, bare] = [await measureCoverage(true), await measureCoverage(false)];
const rules = loadRules().filter(({ party }) => party === 'gateway');
const donors = rules
  .filter(({ kind }) => kind === 'standing')
  .map(({ id }) => [id, chooseDonors(id, whole.coverage, tiers, revealingDonors[id])] as const);
write('standing-donors', renderDonors(new Map(donors.filter(([, chosen]) => chosen.size > 0))));
write('measured-rules', renderMeasured(rules, whole, bare));
