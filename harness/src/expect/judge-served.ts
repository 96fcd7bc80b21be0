import type { Exchange } from '../exchange/exchange.ts';
import { isJobLike } from '../exchange/is-job-like.ts';
import { isModelLike } from '../exchange/is-model-like.ts';
import { isObject, type JsonObject } from '../exchange/json.ts';
import { envelopeOf, objectOf, requestJsonOf } from '../exchange/json-of.ts';
import { likelyRouteOf, type RouteName } from '../exchange/route-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { describeAnswer } from './describe-answer.ts';
import type { Judged } from './judged.ts';
import { servedRules } from './prerequisites.ts';

/** The route of a request, with a chat that asked for a stream as a route of its own; undefined for anything else. */
export function servedRouteOf(exchange: Exchange): RouteName | 'stream' | undefined {
  const route = likelyRouteOf(exchange);
  if (route !== 'chat') return route;
  const body = requestJsonOf(exchange);
  return body.ok && isObject(body.value) && body.value.stream === true ? 'stream' : 'chat';
}

/**
 * Whether the request was served, which is more than a status: the answer is what its route answers (a completion with a choice, a
 * stream with a chunk of choices and no error, a job, a list of models, a model). The value is that object; for a stream its first such chunk.
 * An answer of success in any other form breaks the rule that says how the route answers, and leaves every other one undecided.
 */
export function judgeServed(exchange: Exchange): Judged<JsonObject> {
  const route = servedRouteOf(exchange);
  const wanted = route === undefined ? undefined : answers[route];
  if (wanted === undefined) {
    const { method, url } = exchange.request;
    return { ok: false, expected: 'a request to a route of the contract', observed: `${method} ${url}` };
  }
  const served = exchange.ending === 'complete' || exchange.ending === 'closed' ? wanted.find(exchange) : undefined;
  if (served !== undefined && wanted.statuses.includes(exchange.response?.status ?? 0))
    return { ok: true, value: served };
  const otherForm = route !== undefined && isSuccess(exchange) ? { undecidedBy: servedRules[route] } : {};
  return { ok: false, expected: wanted.words, observed: describeAnswer(exchange), ...otherForm };
}

/** Answered with success, whole, and without a word of an error. */
function isSuccess(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  const saysError = envelopeOf(exchange) !== undefined || streamOf(exchange).errorChunks.length > 0;
  return status >= 200 && status < 300 && exchange.ending === 'complete' && !saysError;
}

interface ServedAnswer {
  readonly words: string;
  readonly statuses: readonly number[];
  find(exchange: Exchange): JsonObject | undefined;
}

const job = (statuses: readonly number[]): ServedAnswer => ({
  words: `${statuses.join(' or ')} with a job: an object with a string \`id\` and fields of a job`,
  statuses,
  find: (exchange) => objectThat(exchange, (object) => typeof object.id === 'string' && isJobLike(object)),
});

const answers: Readonly<Record<RouteName | 'stream', ServedAnswer>> = {
  chat: {
    words: '200 with a chat completion: an object whose `choices` hold at least one object',
    statuses: [200],
    find: (exchange) => objectThat(exchange, hasChoice),
  },
  stream: {
    words: '200 with a stream that has a chunk with `choices`, and none with an error',
    statuses: [200],
    find(exchange) {
      const { chunks, errorChunks } = streamOf(exchange);
      return errorChunks.length > 0 ? undefined : chunks.find(({ json }) => hasChoice(json))?.json;
    },
  },
  image: job([202]),
  transcription: job([202]),
  job: job([200]),
  cancel: job([200, 202]),
  models: {
    words: '200 with a list of models: an object whose `data` is an array of objects',
    statuses: [200],
    find: (exchange) => objectThat(exchange, ({ data }) => Array.isArray(data) && data.every(isObject)),
  },
  model: {
    words: '200 with a model: an object with a string `id` and fields of a model',
    statuses: [200],
    find: (exchange) => objectThat(exchange, (object) => typeof object.id === 'string' && isModelLike(object)),
  },
};

function objectThat(exchange: Exchange, holds: (object: JsonObject) => boolean): JsonObject | undefined {
  const object = objectOf(exchange);
  return object !== undefined && holds(object) ? object : undefined;
}

function hasChoice({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && choices.length > 0 && choices.every(isObject);
}
