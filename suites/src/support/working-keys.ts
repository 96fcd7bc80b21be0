import { type Exchange, type Key, type Model, SetupFailed, type World } from '@gateproof/harness';
import { chatUnder, isConflict } from './idempotent-chat.ts';
import { type KeyedRequest, keyedRequests } from './keyed-requests.ts';
import { routeFor, sendSubmission, submitJob } from './media-jobs.ts';

/** The rule that says of each kind of request that the same key and body bring back the first result. */
const firstResultRules = {
  chat: 'idempotency.chat.after-finish',
  stream: 'idempotency.chat.stream-after-finish',
  image: 'idempotency.media.first-result',
  transcription: 'idempotency.media.transcription-first-result',
} as const;

/**
 * Control of what a key does not reach: it does bring back the first result for its own request. `SetupFailed`, blocked by the rule that says so,
 * when `again`, the same request under the same key, was answered with another result than `first`.
 */
export function controlFirstResult(kind: KeyedRequest, first: Exchange, again: Exchange): void {
  const mayConflict = kind === 'chat' || kind === 'stream';
  const [one, other] = [first, again].map((exchange) => JSON.stringify(keyedRequests[kind].resultOf(exchange)));
  if ((mayConflict && isConflict(again)) || (one !== undefined && one === other)) return;
  throw new SetupFailed('the same request under the same key does not bring back the first result', {
    prerequisite: firstResultRules[kind],
    exchanges: [first.id, again.id],
  });
}

/** Control that this target reads keys at all, with a request of its own that is sent twice. */
export async function controlKeysWork(world: World, key: Key, model: Model): Promise<void> {
  const idempotencyKey = world.unique('key');
  if (model.modality !== 'text') {
    const { exchange } = await submitJob(key, model, {}, { idempotencyKey });
    return controlFirstResult(routeFor(model), exchange, await sendSubmission(key, model, {}, { idempotencyKey }));
  }
  const first = await chatUnder(key, model, idempotencyKey);
  controlFirstResult('chat', first, await chatUnder(key, model, idempotencyKey));
}
