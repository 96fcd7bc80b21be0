import type { Check, StandingCheck, Suite } from '@gateproof/harness';
import { besideFeature } from '../support/beside-feature.ts';
import { checksOf } from '../support/checks-of.ts';
import { authControls } from '../support/controls/auth.ts';
import { fallbackControls } from '../support/controls/fallback.ts';
import { idempotencyControls } from '../support/controls/idempotency.ts';
import { jobControls } from '../support/controls/job.ts';
import { modelControls } from '../support/controls/model.ts';
import { streamControls } from '../support/controls/stream.ts';
import { webhookControls } from '../support/controls/webhook.ts';
import { donorsOf } from '../support/donors-of.ts';
import { transitions } from '../support/job-model/job-model.ts';
import { withJobSequences } from '../support/job-model/with-job-sequences.ts';
import { withKeyBatches } from '../support/key-model/with-key-batches.ts';
import { measuredOf } from '../support/measured-of.ts';
import { revealingFirst } from '../support/revealing-first.ts';
import * as groups from './groups.ts';
import { measuredRules } from './measured-rules.ts';
import { revealingExamples } from './revealing-examples.ts';
import { ruleCostsMs } from './rule-costs.ts';
import { standingDonors } from './standing-donors.ts';

const { checks, standing } = checksOf<Check>(Object.values(groups));

const controls = {
  ...authControls,
  ...fallbackControls,
  ...idempotencyControls,
  ...jobControls,
  ...modelControls,
  ...streamControls,
  ...webhookControls,
};

/** The rules that are decided only beside a control, which shows the feature that they speak of at work. */
export const controlledRules: readonly string[] = Object.keys(controls);

/** The rule of an area that says that what its standing rules judge is served at all. */
const servedBy: Readonly<Record<string, string>> = {
  chat: 'chat.response.json',
  model: 'model.list.answered',
  stream: 'stream.answered.as-events',
};

function blockedUnlessServed(check: StandingCheck): StandingCheck {
  const rule = servedBy[check.rules[0]?.split('.')[0] ?? ''];
  return rule === undefined ? check : { ...check, servedBy: rule };
}

/** Every check that decides a rule of the gateway. */
export const gatewaySuite: Suite = {
  checks: revealingFirst(besideFeature(withKeyBatches(withJobSequences(checks)), controls), revealingExamples),
  standing: standing.map(blockedUnlessServed),
  transitions,
  costsMs: ruleCostsMs,
  measured: measuredOf(measuredRules),
  donors: donorsOf(standingDonors),
};
