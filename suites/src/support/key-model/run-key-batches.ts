import {
  type Account,
  describeAnswer,
  type Exchange,
  expectAnswer,
  isObject,
  jsonOf,
  type Model,
  patienceMs,
  SetupFailed,
  streamOf,
  type World,
} from '@gateproof/harness';
import { mediaModel } from '../held-jobs.ts';
import { chatUnder, isConflict } from '../idempotent-chat.ts';
import type { Observation } from '../job-model/observation.ts';
import { jobOf, sendSubmission } from '../media-jobs.ts';
import { sayingAnew } from '../streams.ts';
import { judgeBatch } from './judge-batch.ts';
import type { KeyBatches, KeyedSend } from './key-batches.ts';
import { KeyBook, type KeyedAnswer, type KeyedExchange } from './key-book.ts';

type Models = Readonly<Record<KeyedSend['route'], readonly [Model, Model]>>;

interface Party {
  readonly account: Account;
  readonly models: Models;
}

/** Each body has a model of its own, so that its calls can be counted; each says what no other says. */
async function openParty(world: World, routes: ReadonlySet<KeyedSend['route']>): Promise<Party> {
  const account = await world.account();
  const pair = async (route: KeyedSend['route']): Promise<readonly [Model, Model]> => {
    const make = () =>
      route === 'chat'
        ? account.model({ upstreams: [sayingAnew([world.unique('reply')])] })
        : mediaModel(account, route);
    return [await make(), await make()];
  };
  const none: readonly Model[] = [];
  const open = async (route: KeyedSend['route']) =>
    (routes.has(route) ? await pair(route) : none) as readonly [Model, Model];
  return {
    account,
    models: { chat: await open('chat'), image: await open('image'), transcription: await open('transcription') },
  };
}

function ask({ account, models }: Party, send: KeyedSend, idempotencyKey: string): Promise<Exchange> {
  const model = models[send.route][send.body];
  if (send.route !== 'chat') return sendSubmission(account.key, model, {}, { idempotencyKey });
  return chatUnder(account.key, model, idempotencyKey, send.stream ? { stream: true } : {});
}

/** Results are known by what only they say: the id of a Job, the text of a completion, as each model says its own. */
function answerOf(send: KeyedSend, exchange: Exchange): KeyedAnswer {
  if (isConflict(exchange)) return { kind: 'conflict' };
  if (send.route !== 'chat') {
    const job = jobOf(exchange);
    return job === undefined
      ? { kind: 'other', what: describeAnswer(exchange) }
      : { kind: 'result', identity: String(job.id) };
  }
  const text = send.stream ? streamOf(exchange).content : contentOf(exchange);
  return exchange.response?.status === 200 && text !== ''
    ? { kind: 'result', identity: text.trim() }
    : { kind: 'other', what: describeAnswer(exchange) };
}

function contentOf(exchange: Exchange): string {
  const body = jsonOf(exchange);
  const choices = body.ok && isObject(body.value) ? body.value.choices : undefined;
  const message = Array.isArray(choices) && isObject(choices[0]) ? choices[0].message : undefined;
  return isObject(message) ? String(message.content ?? '') : '';
}

/** Sends the batches on the target beside the book of keys; yields what each showed, and in the end what the endpoints saw. */
export async function* runKeyBatches(world: World, { batches }: KeyBatches): AsyncGenerator<Observation> {
  const all = batches.flat();
  const routes = new Set(all.map(({ route }) => route));
  const parties = [await openParty(world, routes), await openParty(world, routes)] as const;
  const keys = [world.unique('key'), world.unique('key')] as const;
  const book = new KeyBook();
  const seen: KeyedExchange[] = [];
  for (const [place, batch] of batches.entries()) {
    // Whatever else an account asks for, its keys stay what they are.
    if (place === 1) await parties[0].account.key.cancel(`job_${world.unique('none')}`);
    const answered = await Promise.all(
      batch.map(async (send): Promise<KeyedExchange> => {
        const exchange = await ask(parties[send.account], send, keys[send.key]);
        const answer = answerOf(send, exchange);
        // What the network did to it is no answer.
        if (answer.kind === 'other') expectAnswer(world, exchange);
        return { send, answer, exchange: exchange.id };
      }),
    );
    seen.push(...answered);
    yield* judgeBatch(book, answered);
  }
  for (const [place, party] of parties.entries())
    yield* judgeCalls(
      party,
      seen.filter(({ send }) => send.account === place),
    );
}

const callRules = {
  chat: 'idempotency.chat.one-generation',
  image: 'idempotency.media.one-run',
  transcription: 'idempotency.media.one-run',
} as const;

/** Counts are conserved: each key under which a body was served led to one call of that body's endpoint, and nothing else did. */
async function* judgeCalls({ models }: Party, seen: readonly KeyedExchange[]): AsyncGenerator<Observation> {
  for (const [route, pair] of Object.entries(models) as [KeyedSend['route'], readonly Model[]][]) {
    for (const [body, model] of pair.entries()) {
      const mine = seen.filter(({ send }) => send.route === route && send.body === body);
      const served = mine.filter(({ answer }) => answer.kind === 'result');
      const wanted = new Set(served.map(({ send }) => `${send.key} ${String(send.stream && route === 'chat')}`)).size;
      const [upstream] = model.upstreams;
      if (upstream === undefined) throw new SetupFailed('the model has no endpoint of ours');
      if (wanted > 0) await upstream.call(wanted, patienceMs);
      const calls = upstream.calls().length;
      yield {
        rule: callRules[route],
        held: calls === wanted,
        expected: `${wanted} calls of the endpoint for ${mine.length} requests with one body`,
        observed: `${calls} calls`,
        exchanges: mine.map(({ exchange }) => exchange),
      };
    }
  }
}
