import { type Account, type Exchange, NotArranged, NotExercised, type World } from '@gateproof/harness';
import { finishedJob } from './finished-jobs.ts';
import { modalityOf, type Submission } from './submissions.ts';

/** A variant of a request, for which a gateway may have forgotten a check that it makes of the plain one. */
export interface RequestVariant {
  readonly route: Submission;
  readonly stream?: boolean;
  /** With a list of one fallback model. */
  readonly withList?: boolean;
  /** As the retry of an earlier job, which failed. */
  readonly retrying?: boolean;
}

/** What the variant adds to the body; each call makes a fallback model of this price, or a failed job, of its own. */
export async function extraOf(
  world: World,
  account: Account,
  { route, stream, withList, retrying }: RequestVariant,
  priceUsd?: number,
): Promise<object> {
  if (withList === true) {
    if (!world.has('models')) throw new NotArranged('no second model can be made');
    const price = priceUsd === undefined ? {} : { priceUsd };
    const list = { models: [(await account.model({ modality: modalityOf[route], ...price })).id] };
    return stream === undefined ? list : { ...list, stream };
  }
  if (retrying === true && route !== 'chat') {
    if (!world.has('models') || !world.has('upstreams')) throw new NotArranged('no job can be made to fail');
    return { retry_of: (await finishedJob(world, account, 'failed', route)).id };
  }
  return stream === undefined ? {} : { stream };
}

/** `NotExercised` where a retry is refused as such: which retries are accepted is open (freedom F086). */
export function controlRetry({ retrying }: RequestVariant, { response }: Exchange): void {
  if (retrying === true && (response?.status === 400 || response?.status === 404))
    throw new NotExercised('the retry of a failed job with another model is refused');
}
