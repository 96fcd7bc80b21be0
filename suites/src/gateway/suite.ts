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
import { transitions } from '../support/job-model/job-model.ts';
import { withJobSequences } from '../support/job-model/with-job-sequences.ts';
import { withKeyBatches } from '../support/key-model/with-key-batches.ts';
import * as auth from './auth/groups.ts';
import * as chat from './chat/groups.ts';
import * as error from './error/groups.ts';
import * as fallback from './fallback/groups.ts';
import * as idempotency from './idempotency/groups.ts';
import * as job from './job/groups.ts';
import * as limit from './limit/groups.ts';
import * as media from './media/groups.ts';
import * as model from './model/groups.ts';
import * as rotation from './rotation/groups.ts';
import * as signature from './signature/groups.ts';
import * as stream from './stream/groups.ts';
import * as version from './version/groups.ts';
import * as webhook from './webhook/groups.ts';

const areas = [
  ...[auth, chat, error, fallback, idempotency, job, limit],
  ...[media, model, rotation, signature, stream, version, webhook],
];

const { checks, standing } = checksOf<Check>(areas.flatMap((groups) => Object.values(groups).flat()));

const controls = {
  ...authControls,
  ...fallbackControls,
  ...idempotencyControls,
  ...jobControls,
  ...modelControls,
  ...streamControls,
  ...webhookControls,
};

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
  checks: besideFeature(withKeyBatches(withJobSequences(checks)), controls),
  standing: standing.map(blockedUnlessServed),
  transitions,
};
