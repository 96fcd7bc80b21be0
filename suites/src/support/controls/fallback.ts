import { type Account, controlServed, SetupFailed, script, type World } from '@gateproof/harness';
import type { FeatureControl } from '../beside-feature.ts';
import { askWithFallbacks, broken, models, serving } from '../fallbacks.ts';
import { failing, mediaModel, serverError } from '../held-jobs.ts';
import { type MediaRoute, submitJob, untilFinal } from '../media-jobs.ts';

/** Lists of fallback models are read: one of them serves where the requested model plainly can not. */
const controlFallback: FeatureControl = async (_world, account) => {
  const all = await models(account, [broken, serving(1)]);
  controlServed(await askWithFallbacks(account.key, all), 'fallback.cause.server-error');
};

/** The same for jobs. */
const controlJobFallback: FeatureControl = async (world, account) => {
  for (const route of ['image', 'transcription'] as const) await runBySecond(world, account, route);
};

async function runBySecond(world: World, account: Account, route: MediaRoute): Promise<void> {
  const first = await mediaModel(account, route, [failing(serverError)]);
  const second = await mediaModel(account, route, [script()]);
  const { id } = await submitJob(account.key, first, { models: [second.id] });
  const { job, exchange } = await untilFinal(world, account.key, id, 'fallback.media.served');
  if (job.state === 'succeeded') return;
  throw new SetupFailed(`a job with a fallback model that serves ended as ${String(job.state)}`, {
    prerequisite: 'fallback.media.served',
    exchanges: [exchange.id],
  });
}

/** Rules that hold on a target which reads no lists, too: they are decided beside a list that is followed. */
export const fallbackControls: Readonly<Record<string, FeatureControl>> = {
  'fallback.answer.no-list': controlFallback,
  'fallback.answer.listed-only': controlFallback,
  'fallback.exhausted.error': controlFallback,
  'fallback.limit.accepted-chat': controlFallback,
  'fallback.limit.accepted-media': controlJobFallback,
  'fallback.list.duplicates': controlFallback,
  'fallback.list.requested-model': controlFallback,
  'fallback.list.unknown-entry': controlFallback,
  'fallback.list.unknown-first': controlFallback,
  'fallback.list.forbidden-entry': controlFallback,
  'fallback.media.listed-only': controlJobFallback,
  'fallback.order.first-preferred': controlFallback,
  'fallback.order.one-at-a-time': controlFallback,
};
