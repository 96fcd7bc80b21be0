import {
  type Account,
  controlServed,
  controlThat,
  defineCheck,
  expectThat,
  isObject,
  type Model,
  NotArranged,
  NotExercised,
  show,
  type World,
} from '@gateproof/harness';
import type { ModelModality } from '@gateproof/spec';
import { controlModelRead } from '../../support/control-model-read.ts';
import { every } from '../../support/every.ts';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { ifGranted } from '../../support/if-granted.ts';
import { isFilledString } from '../../support/json.ts';
import { type MediaRoute, partOf, readUntilEnd, submitJob, untilState } from '../../support/media-jobs.ts';
import { entriesIn } from '../../support/model-entries.ts';
import { modalityOf } from '../../support/submissions.ts';

const ofModel = defineCheck({
  rule: 'version.price.model',
  ...every<ModelModality>('text', 'image', 'audio_stt', 'embeddings'),
  async decide(world, modality) {
    const account = await world.account();
    const { id } = await account.model({ modality });
    const alone = await account.key.model(id);
    const list = await account.key.models();
    controlServed(list);
    const entry = entriesIn(list).find((candidate) => candidate.id === id);
    const read = controlServed(alone, entry === undefined ? 'model.list.complete' : undefined);
    for (const reported of [read, ...(entry === undefined ? [] : [entry])]) {
      const { pricing } = reported;
      controlThat(isObject(pricing), `the model ${id} has no pricing`, 'model.field.pricing.type');
      expectThat(world, isFilledString(pricing.price_version), {
        expected: 'a price_version in the pricing, in the list and alone',
        observed: `the pricing ${show(pricing)}`,
        exchanges: [alone.id, list.id],
      });
    }
  },
});

async function finishedOn(world: World, route: MediaRoute) {
  const account = await world.account();
  const { id } = await submitJob(account.key, await mediaModel(account, route));
  return untilState(world, account.key, id, 'succeeded');
}

/** A job whose work another model of its list has done. */
async function finishedByFallback(world: World, route: MediaRoute) {
  if (!world.has('upstreams')) throw new NotArranged('no endpoint can be made to fail');
  const account = await world.account();
  const broken = await mediaModel(account, route, [failing(serverError)]);
  const spare = await mediaModel(account, route);
  const { id } = await submitJob(account.key, broken, { models: [spare.id] });
  const ended = await readUntilEnd(world, account, id);
  if (ended?.job.state !== 'succeeded') throw new NotExercised('no fallback model served the job');
  return ended;
}

/** A job of a model that has no price, which has a version all the same. */
async function finishedForNothing(world: World) {
  const account = await world.account();
  const model = await ifGranted(account.model({ modality: 'image', priceUsd: 0 }));
  const { id } = await submitJob(account.key, model);
  return untilState(world, account.key, id, 'succeeded');
}

function finished(world: World, how: MediaRoute | 'image by a fallback' | 'image for nothing') {
  if (how === 'image by a fallback') return finishedByFallback(world, 'image');
  return how === 'image for nothing' ? finishedForNothing(world) : finishedOn(world, how);
}

const ofJob = defineCheck({
  rule: 'version.price.job',
  ...every<MediaRoute | 'image by a fallback' | 'image for nothing'>(
    'image',
    'transcription',
    'image by a fallback',
    'image for nothing',
  ),
  async decide(world, how) {
    const { job, exchange } = await finished(world, how);
    const cost = partOf(job, 'usage')?.cost;
    if (!isObject(cost)) throw new NotExercised('the finished job shows no cost');
    expectThat(world, isFilledString(cost.price_version), {
      expected: 'a price_version in usage.cost',
      observed: JSON.stringify(cost),
      exchanges: [exchange.id],
    });
  },
});

/** The price_version under which a model is listed; `NotExercised` where none is. */
async function listedVersion(account: Account, id: string) {
  const { model, exchange } = await controlModelRead(account.key, id);
  const { pricing } = model;
  if (!isObject(pricing) || !isFilledString(pricing.price_version))
    throw new NotExercised('the model has no price_version');
  return { version: pricing.price_version, exchange };
}

/** A model that costs more than the account's others, one of which was made before it and one afterwards. */
async function pricedApart(account: Account, route: MediaRoute): Promise<Model> {
  await account.model({ modality: modalityOf[route], priceUsd: 0.2 });
  const model = await account.model({ modality: modalityOf[route], priceUsd: 0.7 });
  await account.model({ priceUsd: 0.1 });
  return model;
}

const agreement = defineCheck({
  rule: 'version.price.agreement',
  ...every<{ route: MediaRoute; amongOthers?: boolean }>(
    { route: 'image' },
    { route: 'transcription' },
    { route: 'image', amongOthers: true },
    { route: 'transcription', amongOthers: true },
  ),
  describe: ({ route, amongOthers }) => `${route}${amongOthers === true ? ', among models of other prices' : ''}`,
  async decide(world, { route, amongOthers }) {
    const account = await world.account();
    const model = amongOthers === true ? await pricedApart(account, route) : await mediaModel(account, route);
    const before = await listedVersion(account, model.id);
    const { id } = await submitJob(account.key, model);
    const { job, exchange } = await untilState(world, account.key, id, 'succeeded');
    const after = await listedVersion(account, model.id);
    const cost = partOf(job, 'usage')?.cost;
    if (!isObject(cost) || !isFilledString(cost.price_version))
      throw new NotExercised('the finished job shows no price_version');
    if (before.version !== after.version) throw new NotExercised('the price changed while the job ran');
    expectThat(world, cost.price_version === before.version, {
      expected: `price_version ${before.version} in usage.cost, as in the pricing of the model`,
      observed: show(cost.price_version),
      exchanges: [before.exchange.id, exchange.id],
    });
  },
});

/** Prices carry a price_version (Versioning, 2). */
export default [ofModel, ofJob, agreement];
