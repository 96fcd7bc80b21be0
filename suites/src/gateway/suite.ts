import type { Suite } from '@gateproof/harness';
import type { AreaChecks } from '../support/area.ts';
import { transitions } from '../support/job-model/job-model.ts';
import { auth } from './auth/index.ts';
import { chat } from './chat/index.ts';
import { error } from './error/index.ts';
import { fallback } from './fallback/index.ts';
import { idempotency } from './idempotency/index.ts';
import { job } from './job/index.ts';
import { limit } from './limit/index.ts';
import { media } from './media/index.ts';
import { model } from './model/index.ts';
import { rotation } from './rotation/index.ts';
import { signature } from './signature/index.ts';
import { stream } from './stream/index.ts';
import { version } from './version/index.ts';
import { webhook } from './webhook/index.ts';

const areas: readonly AreaChecks[] = [
  auth,
  chat,
  error,
  fallback,
  idempotency,
  job,
  limit,
  media,
  model,
  rotation,
  signature,
  stream,
  version,
  webhook,
];

/** Every check that decides a rule of the gateway. */
export const gatewaySuite: Suite = {
  checks: areas.flatMap(({ checks }) => checks),
  standing: areas.flatMap(({ standing }) => standing),
  transitions,
};
