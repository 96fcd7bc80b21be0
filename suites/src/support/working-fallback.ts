import { type Account, controlServed, SetupFailed, script, type World } from '@gateproof/harness';
import type { FeatureControl } from './beside-feature.ts';
import { askWithFallbacks, broken, models, serving } from './fallbacks.ts';
import { failing, mediaModel, serverError } from './held-jobs.ts';
import { type MediaRoute, submitJob, untilFinal } from './media-jobs.ts';

/** Lists of fallback models are read: one of them serves where the requested model plainly can not. */
export const controlFallback: FeatureControl = async (_world, account) => {
  const all = await models(account, [broken, serving(1)]);
  controlServed(await askWithFallbacks(account.key, all), 'fallback.cause.server-error');
};

/** The same for jobs. */
export const controlJobFallback: FeatureControl = async (world, account) => {
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
