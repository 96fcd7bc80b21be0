import { controlServed, defineCheck, expectThat, isObject, NotExercised } from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { isFilledString } from '../../support/json.ts';
import { type MediaRoute, partOf, submitJob, untilState } from '../../support/media-jobs.ts';
import { entriesIn } from '../../support/model-entries.ts';

const ofModel = defineCheck({
  rule: 'version.price.model',
  ...every<ModelModality>('text', 'image', 'audio_stt', 'embeddings'),
  cases: 4,
  async decide(world, modality) {
    const account = await world.account();
    const { id } = await account.model({ modality });
    const alone = await account.key.model(id);
    const list = await account.key.models();
    controlServed(list);
    const entry = entriesIn(list).find((candidate) => candidate.id === id);
    for (const told of [controlServed(alone), ...(entry === undefined ? [] : [entry])]) {
      const version = isObject(told.pricing) ? told.pricing.price_version : undefined;
      expectThat(world, isFilledString(version), {
        expected: 'a price_version in the pricing, in the list and alone',
        observed: JSON.stringify(version) ?? 'none',
        exchanges: [alone.id, list.id],
      });
    }
  },
});

const ofJob = defineCheck({
  rule: 'version.price.job',
  ...every<MediaRoute>('image', 'transcription'),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, route) {
    const account = await world.account();
    const model = await mediaModel(account, route);
    const { id } = await submitJob(account.key, model);
    const { job, exchange } = await untilState(world, account.key, id, 'succeeded');
    const cost = partOf(job, 'usage')?.cost;
    if (!isObject(cost)) throw new NotExercised('the finished job tells no cost');
    expectThat(world, isFilledString(cost.price_version), {
      expected: 'a price_version in usage.cost',
      observed: JSON.stringify(cost),
      exchanges: [exchange.id],
    });
  },
});

/** Prices carry a price_version (Versioning, 2). */
export default [ofModel, ofJob];
