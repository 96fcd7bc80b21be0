import { canonicalJson, type JobView, patch, type SeenRequest, type SentAnswer } from '@gateproof/simulator/behaviour';
import {
  answering,
  answeringBody,
  idempotencyKeyOf,
  isChat,
  isMedia,
  isObject,
  refusing,
  withHistory,
} from '../changes/exchange-changes.ts';
import { differing } from '../differing.ts';
import type { Variation } from '../variation.ts';

type Behaviour = Parameters<Variation['apply']>[0];

const isKeyed = (request: SeenRequest) =>
  (isChat(request) || isMedia(request)) && idempotencyKeyOf(request) !== undefined;
const placeOf = (request: SeenRequest) =>
  JSON.stringify([request.account?.id, request.route, idempotencyKeyOf(request)]);

interface First {
  readonly body: string;
  readonly answer: SentAnswer;
}

/** The id of the first request would contradict the header of the second. A variation of the bytes may have made text of the body. */
function withoutRequestId(answer: SentAnswer): SentAnswer {
  const body: unknown = typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body;
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return answer;
  const { request_id: _first, ...rest } = error;
  return { ...answer, body: { error: rest } };
}

/** The first answers under each key that are of a kind, with what was asked. */
function firstAnswers(is: (answer: SentAnswer, request: SeenRequest) => boolean) {
  const known = new Map<string, First>();
  const noting = answering((answer, request) => {
    if (isKeyed(request) && request.account !== undefined && is(answer, request) && !known.has(placeOf(request)))
      known.set(placeOf(request), { body: canonicalJson(request.body), answer: withoutRequestId(answer) });
    return answer;
  });
  const firstOf = (request: SeenRequest) => (isKeyed(request) ? known.get(placeOf(request)) : undefined);
  return { noting, firstOf };
}

/** Refusals of the body, as against those of the caller or of the moment. */
const isBodyRefusal = ({ status }: SentAnswer) => status === 400 || status === 404;

/** The body without what says no more than leaving it out. */
function withoutDefaults(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null && !(name === 'stream' && value === false)),
  );
}

/** A submission that comes again is answered with the job as it is now. */
function readingNow(behaviour: Behaviour): Behaviour {
  const views = new Map<string, JobView>();
  const { render } = behaviour.jobs;
  const noting = patch('jobs', {
    render(view) {
      views.set(view.job.id, view);
      return render(view);
    },
  });
  const now = answering((answer, request) => {
    const view = isObject(answer.body) ? views.get(String(answer.body.id)) : undefined;
    if (!isMedia(request) || answer.status !== 202 || view === undefined) return answer;
    return { ...answer, body: render({ ...view, nowMs: request.nowMs, linkedAtMs: request.nowMs }) };
  });
  return now(noting(behaviour));
}

/** How what comes again under a key may be taken otherwise. */
export const repeatedVariations: readonly Variation[] = [
  differing(
    'repeated.refusal-again',
    'F031',
    'answers a refused body that comes again with the first refusal',
    (behaviour) => {
      const { noting, firstOf } = firstAnswers(isBodyRefusal);
      return patch('exchanges', ({ instead }) => ({
        instead(request) {
          const first = firstOf(request);
          return first?.body === canonicalJson(request.body) ? first.answer : instead(request);
        },
      }))(noting(behaviour));
    },
  ),
  differing('repeated.refused-owns-key', 'F031', 'lets a refused body use up its key', (behaviour) => {
    const { noting, firstOf } = firstAnswers(isBodyRefusal);
    return refusing((request) => {
      const first = firstOf(request);
      return first !== undefined && first.body !== canonicalJson(request.body);
    }, 'idempotency_conflict')(noting(behaviour));
  }),
  differing(
    'repeated.failure-again',
    'F031',
    'answers a failed chat request that comes again with the first failure',
    (behaviour) => {
      const { noting, firstOf } = firstAnswers(({ status }, request) => status >= 500 && isChat(request));
      return patch('exchanges', ({ instead }) => ({
        instead(request) {
          const first = firstOf(request);
          return first?.body === canonicalJson(request.body) ? first.answer : instead(request);
        },
      }))(noting(behaviour));
    },
  ),
  differing(
    'repeated.conflict-first',
    'F042',
    'looks for another body under the key before it looks at the body',
    (behaviour) => {
      const { noting, firstOf } = firstAnswers(({ status }) => status < 300);
      return refusing((request) => {
        const first = firstOf(request);
        return first !== undefined && request.account !== undefined && first.body !== canonicalJson(request.body);
      }, 'idempotency_conflict')(noting(behaviour));
    },
  ),
  differing(
    'repeated.job-as-it-is',
    'F030',
    'answers a submission that comes again with the job as it is now',
    readingNow,
    Object.fromEntries(
      ['job.times.whole-seconds', 'job.times.offset', 'job-life.times-far-west', 'job.modality.words'].map((id) => [
        id,
        'a repeat would render the job in another form',
      ]),
    ),
  ),
  differing(
    'repeated.created-at-spelled',
    'F079',
    'spells created_at otherwise when it renders a job again',
    withHistory((history) =>
      answeringBody((body, request, status) =>
        isMedia(request) &&
        status < 300 &&
        history.before(request).length > 0 &&
        typeof body.created_at === 'string' &&
        body.created_at.endsWith('Z')
          ? { ...body, created_at: body.created_at.replace('Z', '+00:00') }
          : body,
      ),
    ),
  ),
  differing(
    'repeated.defaults-left-out',
    'F032',
    'compares bodies without nulls and defaults',
    patch('idempotency', { fingerprint: (body) => canonicalJson(withoutDefaults(body)) }),
  ),
  differing(
    'repeated.long-keys-refused',
    'F036',
    'refuses keys above 255 characters',
    refusing((request) => (idempotencyKeyOf(request)?.length ?? 0) > 255, 'invalid_request'),
  ),
  differing(
    'repeated.ascii-keys',
    'F036',
    'refuses keys that are not ASCII',
    refusing((request) => /[^ -~]/.test(idempotencyKeyOf(request) ?? ''), 'invalid_request'),
  ),
  differing(
    'repeated.empty-keys-refused',
    'F036',
    'refuses empty keys',
    refusing((request) => request.headers['idempotency-key'] === '', 'invalid_request'),
  ),
];
