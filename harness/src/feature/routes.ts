import { errorTable } from '@gateproof/spec';
import type { Exchange } from '../exchange/exchange.ts';
import { codeOf } from '../exchange/json-of.ts';
import { likelyRouteOf, type RouteName } from '../exchange/route-of.ts';
import { type Feature, type Sign, shownByEach } from './feature.ts';

/** Refusals that a request can meet with before its path is looked at. */
const beforeRoutes: readonly number[] = [401, 403, 413, 429];

interface RouteGroup {
  readonly id: string;
  readonly names: readonly RouteName[];
  /** What is wrong without them. */
  readonly words: string;
  readonly exercises?: readonly string[];
  /** What a gateway can do that means to be without them. */
  readonly advice?: string;
}

const groups: readonly RouteGroup[] = [
  { id: 'route-chat', names: ['chat'], words: 'POST /v1/chat/completions is not served' },
  { id: 'route-image', names: ['image'], words: 'POST /v1/images/generations is not served' },
  { id: 'route-transcription', names: ['transcription'], words: 'POST /v1/audio/transcriptions is not served' },
  {
    id: 'route-jobs',
    names: ['job', 'cancel'],
    words: 'GET /v1/jobs/{id} and its cancel are not served',
    advice: ' A gateway without jobs names its classes with --claims.',
  },
  { id: 'route-models', names: ['models'], words: 'GET /v1/models is not served', exercises: ['model.'] },
  { id: 'route-model', names: ['model'], words: 'GET /v1/models/{id} is not served' },
];

/** Each route of the contract serves something. `exchanges` are those of the whole run: they show how the target answers where no route is. */
export function routes(exchanges: readonly Exchange[]): readonly Feature[] {
  const nowhere = new Set(exchanges.filter((exchange) => likelyRouteOf(exchange) === undefined).map(answerOf));
  return groups.map(({ id, names, words, exercises = [], advice = '' }) => ({
    id,
    exercises,
    routes: names,
    sentence: ([shown]) => `${words}: ${answerWords(shown?.response?.status)}.${advice}`,
    ...shownByEach((exchange) => {
      const route = likelyRouteOf(exchange);
      return route !== undefined && names.includes(route) ? signOf(exchange, nowhere) : undefined;
    }),
  }));
}

/** A 404 is a sign only where an unknown path is answered alike. */
function answerWords(status: number | undefined): string {
  return status === 404 ? '404, as for any unknown path' : `each request is answered ${status}`;
}

/** Only a request that a conformant gateway serves can show that its route is not there; a target without jobs has none to ask for. */
function signOf(exchange: Exchange, nowhere: ReadonlySet<string>): Sign {
  const status = exchange.response?.status;
  if (status === undefined || beforeRoutes.includes(status)) return undefined;
  if (errorTable.has(codeOf(exchange) ?? '')) return 'works';
  const { mayFailFor } = exchange.request;
  const isNoRoute = status === 405 || nowhere.has(answerOf(exchange));
  const mayShow = mayFailFor === undefined || (mayFailFor === 'job' && isNoRoute);
  if (status === 405 || status >= 500) return mayShow ? 'missing' : undefined;
  if (status !== 404) return 'works';
  // A 404 may speak of what the path or the body names.
  return isNoRoute && mayShow ? 'missing' : undefined;
}

/** Ids, numbers and methods. */
const differing = /\b(?=[\w-]*\d)[\w-]{8,}\b|[0-9a-f-]{8,}|[0-9]+|GET|POST|PUT/g;

/** Status and body of an answer, without what differs from path to path. */
function answerOf({ request, response }: Exchange): string {
  const body = Buffer.from(response?.body ?? []).toString();
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return `${response?.status} ${body.replaceAll(path, '').replaceAll(differing, '')}`;
}
