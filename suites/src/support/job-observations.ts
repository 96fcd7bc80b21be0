import {
  contractUrl,
  type Exchange,
  type History,
  headerOf,
  isJobLike,
  isObject,
  type JsonObject,
  objectOf,
  prerequisiteOf,
  requestJsonOf,
  routeOf,
} from '@gateproof/harness';

import type { Subject } from './standing-table.ts';

/** A Job as it was shown once: in an answer, or in an event. */
export interface JobObservation extends Subject {
  readonly job: JsonObject;
  readonly where: 'submission' | 'read' | 'cancel' | 'event';
  /** The id that a read or a cancel asked for. */
  readonly askedId: string | undefined;
  /** When it was asked for and when it was shown, in ms since the run began. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Service prefix of the target. */
  readonly prefix: string;
}

const places = { image: 'submission', transcription: 'submission', job: 'read', cancel: 'cancel' } as const;

const known = new WeakMap<History, readonly JobObservation[]>();

/** Every Job that was shown in a case, in order. Looked for once. */
export function jobObservations(history: History): readonly JobObservation[] {
  const observations = known.get(history) ?? [...observationsIn(history)];
  known.set(history, observations);
  return observations;
}

function* observationsIn(history: History): Generator<JobObservation> {
  for (const exchange of history.exchanges) {
    if (exchange.side === 'delivery') yield* inEvent(exchange, history.prefix);
    if (exchange.side !== 'request' || exchange.ending !== 'complete') continue;
    const route = routeOf(exchange, history.baseUrl);
    if (route === undefined || !(route in places)) continue;
    const where = places[route as keyof typeof places];
    const job = shownJob(exchange);
    if (job === undefined) continue;
    const askedId = where === 'submission' ? undefined : askedIdOf(exchange);
    yield {
      exchange,
      job,
      where,
      askedId,
      fromMs: exchange.request.atMs,
      untilMs: exchange.endedAtMs,
      prefix: history.prefix,
    };
  }
}

/** An answer of success on a job route that is no Job at all. */
export interface JoblessAnswer {
  readonly exchange: Exchange;
  /** The rule that says that the route answers with a Job. */
  readonly rule: string;
}

/** Every answer of success on a job route that shows no Job, such as the image itself. */
export function* joblessAnswers(history: History): Generator<JoblessAnswer> {
  for (const exchange of history.exchanges) {
    if (exchange.side !== 'request' || exchange.ending !== 'complete') continue;
    const route = routeOf(exchange, history.baseUrl);
    const rule = route !== undefined && route in places ? prerequisiteOf(exchange) : undefined;
    const body = successBody(exchange);
    if (rule !== undefined && body !== undefined && !isJobLike(body)) yield { exchange, rule };
  }
}

/** The Job of a 2xx of a job route, whatever it lacks: what it lacks is what the rules are about. */
function shownJob(exchange: Exchange): JsonObject | undefined {
  const body = successBody(exchange);
  return body !== undefined && isJobLike(body) ? body : undefined;
}

function successBody(exchange: Exchange): JsonObject | undefined {
  const status = exchange.response?.status ?? 0;
  return status >= 200 && status < 300 ? objectOf(exchange) : undefined;
}

function* inEvent(exchange: Exchange, prefix: string): Generator<JobObservation> {
  const event = requestJsonOf(exchange);
  if (!event.ok || !isObject(event.value) || !isObject(event.value.data)) return;
  const { atMs } = exchange.request;
  yield { exchange, job: event.value.data, where: 'event', askedId: undefined, fromMs: atMs, untilMs: atMs, prefix };
}

function askedIdOf(exchange: Exchange): string | undefined {
  const found = /\/v1\/jobs\/([^/?#]+)/.exec(contractUrl(exchange))?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
}

/** An observation of a job with the earlier ones, in order. */
export interface JobMoment extends JobObservation {
  readonly earlier: readonly JobObservation[];
}

/** Every observation of a job with the earlier ones of the same job. */
export function* jobMoments(history: History): Generator<JobMoment> {
  const seen = new Map<unknown, JobObservation[]>();
  for (const observation of jobObservations(history)) {
    const { id } = observation.job;
    if (typeof id !== 'string') continue;
    const earlier = seen.get(id) ?? [];
    yield { ...observation, earlier: [...earlier] };
    seen.set(id, [...earlier, observation]);
  }
}

/** The moment of a response by the target's own `Date` header, in ms since the epoch; undefined without one. */
export function dateOf(exchange: Exchange): number | undefined {
  const ms = Date.parse(headerOf(exchange, 'date') ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}
