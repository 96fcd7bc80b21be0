import { isObject } from '../exchange/json.ts';
import { objectOf } from '../exchange/json-of.ts';
import { likelyRouteOf } from '../exchange/route-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import type { AnsweredExchange, AnswerKind } from './repair.ts';
import { isChatStream } from './stream-answer.ts';

/** Errors: whole answers, and the error chunks of streams. */
export const errors: AnswerKind = {
  includes: (exchange) => exchange.response.status >= 400 || hasErrorChunk(exchange),
  failedStreams: 'error chunks of streams',
};

/** Errors that are whole answers. */
export const errorAnswers: AnswerKind = { includes: ({ response }) => response.status >= 400 };

/** Bodies that are JSON objects, or begin as one. */
export const jsonAnswers: AnswerKind = {
  includes: ({ response: { body } }) => Buffer.from(body.subarray(0, 64)).toString().trimStart().startsWith('{'),
};

/** What only the bodies of other answers have: a completion, a job or a list may have an `error` too. */
const notOfErrors = ['choices', 'state', 'data', 'id'];

/** JSON bodies that are errors, under whatever status. */
export const errorBodies: AnswerKind = {
  includes(exchange) {
    const body = objectOf(exchange);
    return body !== undefined && isError(body.error) && notOfErrors.every((key) => body[key] === undefined);
  },
};

/** Streams of a chat that came whole. */
export const chatStreams: AnswerKind = {
  includes: (exchange) => exchange.ending === 'complete' && isChatStream(exchange),
};

/** Served chats, streamed or not. */
export const servedChats: AnswerKind = {
  includes: (exchange) => exchange.response.status === 200 && likelyRouteOf(exchange) === 'chat',
};

/** The model list. */
export const modelLists: AnswerKind = {
  includes: (exchange) => exchange.response.status === 200 && likelyRouteOf(exchange) === 'models',
};

/** Model lists that have a model, and models that are read alone. */
export const modelAnswers: AnswerKind = {
  includes(exchange) {
    const { data } = objectOf(exchange) ?? {};
    return modelLists.includes(exchange) ? Array.isArray(data) && data.some(isObject) : isModel(exchange);
  },
};

function isModel(exchange: AnsweredExchange): boolean {
  return exchange.response.status === 200 && likelyRouteOf(exchange) === 'model';
}

function isError(error: unknown): boolean {
  return typeof error === 'string' || isObject(error);
}

function hasErrorChunk(exchange: AnsweredExchange): boolean {
  return isChatStream(exchange) && streamOf(exchange).errorChunks.length > 0;
}
