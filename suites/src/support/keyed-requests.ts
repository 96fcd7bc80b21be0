import { type Account, type Exchange, type Model, streamOf } from '@gateproof/harness';
import { mediaModel } from './held-jobs.ts';
import { chatUnder, identityOf } from './idempotent-chat.ts';
import { jobOf, sendSubmission } from './media-jobs.ts';

/** The kinds of request that an Idempotency-Key may come with. */
export type KeyedRequest = 'chat' | 'stream' | 'image' | 'transcription';

interface Kind {
  model(account: Account): Promise<Model>;
  send(account: Account, model: Model, idempotencyKey: string): Promise<Exchange>;
  /** What distinguishes one result from another; equal texts differ in nothing else, so endpoints say something else at each call. */
  resultOf(exchange: Exchange): unknown;
}

const media = (route: 'image' | 'transcription'): Kind => ({
  model: (account) => mediaModel(account, route),
  send: (account, model, idempotencyKey) => sendSubmission(account.key, model, {}, { idempotencyKey }),
  resultOf: (exchange) => jobOf(exchange)?.id,
});

/** How a request of each kind is sent under a key, and what its result is recognised by. */
export const keyedRequests: Readonly<Record<KeyedRequest, Kind>> = {
  chat: {
    model: (account) => account.model(),
    send: (account, model, idempotencyKey) => chatUnder(account.key, model, idempotencyKey),
    resultOf: identityOf,
  },
  stream: {
    model: (account) => account.model(),
    send: (account, model, idempotencyKey) => chatUnder(account.key, model, idempotencyKey, { stream: true }),
    resultOf: (exchange) => streamOf(exchange).content,
  },
  image: media('image'),
  transcription: media('transcription'),
};
