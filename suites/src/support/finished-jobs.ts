import { type Account, NotExercised, objectOf, type World } from '@gateproof/harness';
import { cancelForGood, failing, holding, mediaModel, serverError, untilAsked } from './held-jobs.ts';
import {
  controlJob,
  type MediaRoute,
  readUntilEnd,
  type SubmittedJob,
  submitJob,
  untilFinal,
  untilState,
} from './media-jobs.ts';

export const endStates = ['succeeded', 'failed', 'canceled'] as const;
export type EndState = (typeof endStates)[number];

/** A job of the wanted final state, as it was read. */
export async function finishedJob(
  world: World,
  account: Account,
  state: EndState,
  route: MediaRoute = 'image',
  extra: object = {},
): Promise<SubmittedJob> {
  const upstream = state === 'canceled' ? holding() : state === 'failed' ? failing(serverError) : undefined;
  const model = await mediaModel(account, route, upstream === undefined ? undefined : [upstream]);
  const { id } = await submitJob(account.key, model, extra);
  if (state === 'canceled') {
    await untilAsked(account, { id, model });
    await cancelForGood(world, account, { id, model });
  }
  if (state === 'failed') await readUntilEnd(world, account, id);
  return untilState(world, account.key, id, state);
}

/** A job that another model than the requested one serves; `NotExercised` when it ends otherwise, which is another rule's business. */
export async function fallbackJob(world: World, account: Account): Promise<SubmittedJob> {
  const broken = await mediaModel(account, 'image', [failing(serverError)]);
  const { id } = await submitJob(account.key, broken, { models: [(await mediaModel(account, 'image')).id] });
  const { job, exchange } = await untilFinal(world, account.key, id, 'job.outcome.succeeded');
  if (job.state !== 'succeeded') throw new NotExercised('no fallback model served the job');
  return { id, job, exchange };
}

/** Reads a job that was final for less than a day; `SetupFailed` when it can't be read any more. */
export async function readLater(account: Account, id: string): Promise<SubmittedJob> {
  return controlJob(await account.key.job(id), 'job.final.readable');
}

/** Reads a job that was final long ago; `NotExercised` when it can't be read any more, which is another rule's business. */
export async function readAgain(account: Account, id: string): Promise<SubmittedJob> {
  const exchange = await account.key.job(id);
  const job = exchange.response?.status === 200 ? objectOf(exchange) : undefined;
  if (job === undefined) throw new NotExercised(`job ${id} can not be read any more`);
  return { exchange, job, id };
}
