import { type ClientWorld, controlThat, expectThat, NotExercised, requestHeaderOf } from '@gateproof/harness';
import {
  callAlone,
  callAtOnce,
  type NamedCall,
  type Outcome,
  outcomeText,
  unlessSilent,
  words,
} from '../support/client/at-once.ts';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { type NamedOperation, namedOperations } from '../support/client/named-calls.ts';
import { attempt, controlOperation, gapsBetween } from '../support/client/operations.ts';
import { errorAnswer, refusalAtOnce } from '../support/client/replies.ts';

const { chat, chat_stream: chatStream, create_image: image } = namedOperations;
const [alpha, ...others] = words;

/** The calls of all words, each answered so before it is served. */
const refusedFirst = (one: NamedOperation, code: string): readonly NamedCall[] =>
  words.map((word) => {
    const call = one.call(word);
    return { ...call, answers: [refusalAtOnce(code), ...call.answers] };
  });

const sameKey = 'client.idempotency.same-key';
const keysOf = ({ requests }: Outcome) => requests.map(({ exchange }) => requestHeaderOf(exchange, 'idempotency-key'));

const keyed = { chat, chat_stream: chatStream, create_image: image };
const ownKey = clientRows('client.concurrent.own-key', keyed, async (world, one) => {
  world.needs('concurrent');
  await controlOperation(world, one.operation);
  const calls = refusedFirst(one, 'snapshot_expired');
  const [first] = calls;
  const alone = first === undefined ? [] : keysOf(await callAlone(world, first));
  controlThat(new Set(alone).size <= 1, `the retry of a call has another key alone: ${alone.join(', ')}`, sameKey);
  const outcomes = await callAtOnce(world, calls);
  const keys = outcomes.map(keysOf);
  if (keys.flat().every((key) => key === undefined)) throw new NotExercised('the client makes no keys of its own');
  const firsts = keys.map(([first]) => first);
  const made = firsts.filter((key) => key !== undefined);
  expectThat(world, new Set(made).size === made.length, {
    expected: 'a key of its own for each of several calls at the same time',
    observed: firsts.join(', '),
  });
  for (const [place, own] of keys.entries()) {
    expectThat(world, new Set(own).size <= 1, {
      expected: `every attempt of the call "${words[place]}" under the key of its first`,
      observed: own.join(', '),
    });
  }
});

/** While a call fails, others begin and are served. */
const besideOthers = 8;
/** A client that goes on for longer shows by then how often it sends. */
const limitMs = 30_000;
/** Between two of these. */
const betweenMs = 40;

async function failBesideOthers(world: ClientWorld, one: NamedOperation): Promise<number> {
  const failing = one.call(alpha);
  const keyOf = (what: string) => (one === image ? { idempotencyKey: world.unique(what) } : {});
  let sent = 0;
  world.answer((request) => {
    if (!Buffer.from(request.exchange.request.body).includes(alpha)) return one.operation.served;
    sent += 1;
    return errorAnswer('internal_error');
  });
  await world.onOneClient(async (call) => {
    const { op, params } = failing.operation;
    let isOver = false;
    const failed = call(op, params, { limitMs, ...keyOf('failing') })
      .catch(unlessSilent)
      .finally(() => {
        isOver = true;
      });
    for (let count = 0; count < besideOthers && !isOver; count += 1) {
      const beside = one.call(others[count % others.length] ?? 'more').operation;
      await Promise.all([call(op, beside.params, keyOf('beside')), world.pause(betweenMs)]);
    }
    await failed;
  });
  return sent;
}

const unknownOnce = 'client.retry.unknown-once';
const ownRetries = clientRows('client.concurrent.own-retries', keyed, async (world, one) => {
  world.needs('concurrent');
  await controlOperation(world, one.operation);
  const { op } = one.operation;
  const options = one === image ? { idempotencyKey: world.unique('alone') } : {};
  const alone = await callAlone(world, { ...one.call('solo'), answers: [errorAnswer('internal_error')], options });
  const most = 2;
  const times = alone.requests.length;
  controlThat(times <= most, `a ${op} that fails with kind unknown is sent ${times} times alone`, unknownOnce);
  const sent = await failBesideOthers(world, one);
  if (sent === 0) throw new NotExercised('the client sent no request');
  expectThat(world, sent <= most, {
    expected: 'one retry at most of a call that fails with kind unknown, whatever other calls do meanwhile',
    observed: `${sent} requests`,
  });
});

const retriedEach = clientRows(
  'client.concurrent.retried-each',
  ['provider_unavailable', 'rate_limited', 'internal_error'],
  async (world, code) => {
    world.needs('concurrent');
    const { operation } = chat;
    await controlOperation(world, operation);
    const alone = await attempt(world, operation, [refusalAtOnce(code), operation.served]);
    if (!alone.answer.ok) throw new NotExercised(`the client does not retry ${code}`);
    for (const { word, answer } of await callAtOnce(world, refusedFirst(chat, code))) {
      expectThat(world, answer !== undefined && chat.hears(answer, word), {
        expected: `the call "${word}" to be retried beside others as it is alone`,
        observed: outcomeText(answer),
      });
    }
  },
);

const waitS = 2;
/** What a clock that is read on both sides may differ by. */
const slackMs = 60;
const leastMs = waitS * 1000 - slackMs;
const limited = (seconds: number) =>
  errorAnswer('rate_limited', { retry_after_ms: seconds * 1000 }, { 'retry-after': String(seconds) });
/** What the other calls are answered with before they are served. */
const meanwhile = { 'others are served': [], 'others are limited for less': [limited(0)] };
const ownWait = clientRows('client.concurrent.own-wait', meanwhile, async (world, before) => {
  world.needs('concurrent');
  await controlOperation(world, chat.operation);
  // The last is answered first.
  const calls = [...others, alpha].map((word): NamedCall => {
    const call = chat.call(word);
    return { ...call, answers: [...(word === alpha ? [limited(waitS)] : before), ...call.answers] };
  });
  const single = calls.at(-1);
  const [aloneMs] = single === undefined ? [] : gapsBetween((await callAlone(world, single)).requests);
  if (aloneMs === undefined) throw new NotExercised('the client does not retry');
  controlThat(aloneMs >= leastMs, `a call alone is retried after ${aloneMs.toFixed(0)} ms`, 'client.retry.retry-after');
  const limitedOne = (await callAtOnce(world, calls)).at(-1);
  const [gapMs] = gapsBetween(limitedOne?.requests ?? []);
  if (gapMs === undefined) throw new NotExercised('the client does not retry');
  expectThat(world, gapMs >= leastMs, {
    expected: `no retry before ${waitS} s have passed, whatever other calls were answered`,
    observed: `a retry after ${gapMs.toFixed(0)} ms`,
  });
});

/** What a client counts and waits for is one call's alone (Errors › Retry guidance by kind). */
const retries: readonly ClientCheck[] = [ownKey, ownRetries, retriedEach, ownWait];
export default retries;
