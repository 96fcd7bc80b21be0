import type { Exchange } from '../exchange/exchange.ts';
import { headerOf, mediaTypeOf } from '../exchange/headers.ts';
import { isObject } from '../exchange/json.ts';
import { codeOf, objectOf } from '../exchange/json-of.ts';
import { streamOf } from '../exchange/stream-of.ts';
import { describeAnswer } from '../expect/describe-answer.ts';
import { saidMessage } from '../expect/said-message.ts';
import type { FirstAnswers } from './first-answers.ts';

/** Why nothing can be judged, in words without a remedy. */
export interface NotJudged {
  readonly reason: 'no-gateway' | 'key-refused' | 'answers-alike';
  readonly what: string;
  /** Base URL that the answers point to; undefined: none. */
  readonly elsewhere?: string;
}

/** Why a target that gave these answers can't be judged by any rule; undefined when it can, well or badly. */
export function whyNotJudged(first: FirstAnswers): NotJudged | undefined {
  if (isUseful(first)) return undefined;
  const all = Object.values(first) as readonly Exchange[];
  if (all.every(({ response }) => response === undefined)) {
    return { reason: 'no-gateway', what: `no request was answered: ${describeAnswer(first.chat)}` };
  }
  return anotherServer(first) ?? refusedKey(first) ?? alike(first, all);
}

/** Something of the API is there: a list of models, or a completion. */
function isUseful({ list, chat }: FirstAnswers): boolean {
  const choices = objectOf(chat)?.choices;
  const data = objectOf(list)?.data;
  const lists = Array.isArray(data) && data.some(isObject) && statusOf(list) === 200;
  return lists || (statusOf(chat) === 200 && (Array.isArray(choices) || streamOf(chat).chunks.length > 0));
}

/** A redirect or a page for people in the place of the list: what answers is not the gateway. */
function anotherServer({ list }: FirstAnswers): NotJudged | undefined {
  const { method, url } = list.request;
  const asked = `${method} ${url}`;
  const status = statusOf(list);
  const location = headerOf(list, 'location');
  if (status >= 300 && status < 400 && location !== undefined) {
    const elsewhere = baseOf(location, url);
    const what = `${asked} is redirected (${status}) to ${location}, and no redirect is followed`;
    return { reason: 'no-gateway', what, ...(elsewhere === undefined ? {} : { elsewhere }) };
  }
  const text = Buffer.from(list.response?.body ?? []).toString();
  if (mediaTypeOf(list) !== 'text/html' && !/^\s*<(!doctype|html)/i.test(text)) return undefined;
  const title = /<title[^>]*>([^<]{1,80})/i.exec(text)?.[1]?.trim();
  const page = title === undefined ? 'an HTML page' : `an HTML page (${title})`;
  return { reason: 'no-gateway', what: `${asked} answered ${status} with ${page} in the place of JSON` };
}

function refusedKey({ list, chat }: FirstAnswers): NotJudged | undefined {
  const isRefused = (exchange: Exchange) => [401, 403].includes(statusOf(exchange));
  if (!isRefused(chat) || statusOf(list) === 200) return undefined;
  const shown = isRefused(list) ? list : chat;
  const { method, url } = shown.request;
  return {
    reason: 'key-refused',
    what: `the key is refused: ${method} ${url} with it answered ${describeAnswer(shown)}`,
  };
}

/** What a server answers for routes that it does not have, and a proxy for a server that is away. */
const statusesWithoutApi: ReadonlySet<number> = new Set([404, 405, 410, 502, 503, 504]);

function alike({ list, chat }: FirstAnswers, all: readonly Exchange[]): NotJudged | undefined {
  const signatures = new Set(all.map((exchange) => `${statusOf(exchange)} ${codeOf(exchange) ?? ''}`));
  if (signatures.size > 1) return undefined;
  const isAway = statusesWithoutApi.has(statusOf(list));
  const message = isAway ? undefined : saidMessage(chat);
  const answer = message === undefined ? describeAnswer(chat) : `${statusOf(chat)}, "${message}"`;
  const what = `every request is answered alike, valid or not, with a key or without: ${answer}`;
  return { reason: isAway ? 'no-gateway' : 'answers-alike', what };
}

function statusOf({ response }: Exchange): number {
  return response?.status ?? 0;
}

/** The base URL behind a redirect of the model list. */
function baseOf(location: string, from: string): string | undefined {
  if (!URL.canParse(location, from)) return undefined;
  const { href } = new URL(location, from);
  return /^https?:/.test(href) && /\/v1\/models\/?$/.test(href) ? href.replace(/\/v1\/models\/?$/, '') : undefined;
}
