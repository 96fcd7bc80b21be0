import type { Candidate } from '@gateproof/simulator/behaviour';
import { afterwards, type Change, each, rows } from '../../change.ts';
import { callAlso } from '../../operators/call-also.ts';
import { failing, failures, status, statuses } from '../../operators/classify.ts';
import { type Choose, firstModels, giveUpAt, tryEndpoints } from '../../operators/routing.ts';
import { bodyOf, counting, onceMore } from '../../requests/seen.ts';
import { withField, withList } from '../../scopes/bodies.ts';
import { and, type Bodied, jobBodies, requests, type Scope, streams } from '../../scopes/requests.ts';

const reversed: Choose = (present) => present.toReversed();
const othersReversed: Choose = (present) => [...present.slice(0, 1), ...present.slice(1).toReversed()];
const byId = (one: Candidate, other: Candidate) => (one.model.id < other.model.id ? -1 : 1);

/** Begins with another model of the list at each request. */
function inTurn(): Choose {
  const turnOf = counting();
  return (present) => {
    const ids = [...new Set(present.map(({ model }) => model.id))];
    const turn = turnOf(ids.join(' ')) - 1;
    const isFirst = ({ model }: Candidate) => model.id === ids[turn % ids.length];
    return [...present.filter(isFirst), ...present.filter((one) => !isFirst(one))];
  };
}

/** Asks the last model of a stream's list once more by itself. */
const askingLast: Change = afterwards('asks the last fallback model once a stream has been served', (request) => {
  if (request.route !== 'chat' || !and(streams, withList).covers(request)) return [];
  const { models, stream: _stream, ...rest } = bodyOf(request);
  return [onceMore({ ...request, body: { ...rest, model: (models as unknown[]).at(-1) } })];
});

const requestedLast: Choose = (present) => [...present.slice(1), ...present.slice(0, 1)];
const cheapestFirst: Choose = (present) => present.toSorted((one, other) => one.model.priceUsd - other.model.priceUsd);
const sorted: Choose = (present) => [...present.slice(0, 1), ...present.slice(1).toSorted(byId)];
const lastTwo: Choose = (present) =>
  present.length === 6 ? [...present.slice(0, 4), ...present.slice(4).toReversed()] : present;
const ownEndpoints: Choose = (present, ...rest) => {
  const own = firstModels(1)(present, ...rest);
  return own.length > 1 ? own : present;
};

/** In which order models are tried, and which. */
export const fallbackOrder = rows('fallback', {
  'order.first-preferred:reversed': tryEndpoints('the last model first', reversed, withList),
  'order.first-preferred:last': tryEndpoints('the requested model last', requestedLast, withList),
  'order.first-preferred:round-robin': tryEndpoints('another model first each time', inTurn(), withList),
  'order.first-preferred:cheapest': tryEndpoints('the cheapest model first', cheapestFirst, withList),
  'order.first-preferred:media': tryEndpoints('the last model first', reversed, jobBodies),
  'order.in-turn:reversed': tryEndpoints('fallback models from the end', othersReversed),
  'order.in-turn:streams': tryEndpoints('fallback models from the end', othersReversed, streams),
  'order.in-turn:media': tryEndpoints('fallback models from the end', othersReversed, jobBodies),
  'order.in-turn:sorted': tryEndpoints('fallback models in the order of their ids', sorted),
  'order.in-turn:last-two': tryEndpoints('the fifth fallback model before the fourth', lastTwo),
  'order.stops': callAlso('served', 'the next endpoint'),
  'order.stops:streams': askingLast,
  'order.last-reached': tryEndpoints('four fallback models at most', firstModels(5)),
  'order.last-reached:streams': tryEndpoints('four fallback models at most', firstModels(5), streams),
  'order.last-reached:six-tries': tryEndpoints('six endpoints at most', (present) => present.slice(0, 6)),
  'order.last-reached:several-endpoints': tryEndpoints('one model if it has several endpoints', ownEndpoints),
  'order.one-at-a-time': callAlso('attempt', 'the next endpoint'),
  'order.one-at-a-time:later': callAlso('attempt', 'the next fallback', (place) => (place > 0 ? place + 1 : undefined)),
  'exhausted.all-asked': tryEndpoints('two fallback models at most', firstModels(3)),
  'exhausted.all-asked:five': tryEndpoints('four fallback models at most', firstModels(5)),
});

const without = (scope: Scope<Bodied>) => tryEndpoints('the requested model only', firstModels(1), scope);
const long = requests('with more than eight messages', (sent: Bodied) => {
  const { messages } = bodyOf(sent);
  return Array.isArray(messages) && messages.length > 8;
});
const noConnection = failures('no connection', ({ how }) => how === 'unreachable' || how === 'connection-lost');

/** Which failures lead on. */
export const fallbackCause = rows('fallback.cause', {
  unreachable: giveUpAt(noConnection),
  'connection-lost': giveUpAt(failing('connection-lost')),
  'server-error': giveUpAt(statuses('a 5xx', (code) => code >= 500)),
  'server-error:503': giveUpAt(status(503)),
  'server-error:504': giveUpAt(status(504)),
  'server-error:unknown-status': giveUpAt(statuses('a 5xx above 504', (code) => code > 504)),
  'server-error:html': giveUpAt(failing('status', '<')),
  'server-error:retry-after': giveUpAt(statuses('a status with a wait', (_code, waits) => waits)),
  ...each('*:streams', ['unreachable', 'server-error', 'connection-lost'], () => without(streams)),
  'server-error:provider': without(withField('provider')),
  'server-error:response-format': without(withField('response_format')),
  'server-error:streamed-tools': without(and(streams, withField('tools'))),
  'server-error:long': without(long),
});
