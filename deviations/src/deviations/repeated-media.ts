import { patch, type RouteName } from '@gateproof/simulator/behaviour';
import {
  answering,
  answeringBody,
  besides,
  chargeAgain,
  idempotencyKeyOf,
  isChat,
  isMedia,
  isObject,
  isStream,
  onceMore,
  refusing,
  withHistory,
} from '../changes/exchange-changes.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Runs each submission of the route, whatever its key. */
function ignoring(route: RouteName) {
  return patch('idempotency', ({ scope }) => {
    let place = 0;
    return {
      scope: (use) => {
        place += use.route === route ? 1 : 0;
        return use.route === route ? `${scope(use)}${place}` : scope(use);
      },
    };
  });
}

/** Refuses a submission that comes again once its job has come to this end. */
function refusingAfter(state: string) {
  return withHistory((history) =>
    refusing((request) => {
      const first = history.before(request)[0]?.body;
      const id = isMedia(request) && isObject(first) ? String(first.id) : '';
      return request.account?.jobs.get(id)?.stage.state === state;
    }, 'idempotency_conflict'),
  );
}

/** Submissions that come again. */
const media: readonly Deviation[] = [
  breaking('idempotency.media.first-result', 'ignores the keys of image submissions', ignoring('image')),
  breaking(
    'idempotency.media.transcription-first-result',
    'ignores the keys of transcriptions',
    ignoring('transcription'),
  ),
  breaking(
    'idempotency.media.same-identity',
    'gives a job that is told again a later created_at',
    withHistory((history) =>
      answeringBody((body, request, status) =>
        isMedia(request) && status < 300 && history.before(request).length > 0
          ? { ...body, created_at: new Date(request.nowMs + 60_000).toISOString() }
          : body,
      ),
    ),
  ),
  breaking(
    'idempotency.media.status',
    'answers submissions that come again with 201',
    patch('idempotency', { replayStatus: 201 }),
  ),
  breaking(
    'idempotency.media.one-run',
    'asks the endpoint again for submissions that come again',
    withHistory((history) =>
      besides((request) => (isMedia(request) && history.before(request).length > 0 ? [onceMore(request)] : [])),
    ),
  ),
  breaking('idempotency.media.after-success', 'refuses to tell a job that succeeded again', refusingAfter('succeeded')),
  breaking('idempotency.media.after-failure', 'refuses to tell a job that failed again', refusingAfter('failed')),
  breaking('idempotency.media.after-cancel', 'refuses to tell a canceled job again', refusingAfter('canceled')),
  breaking(
    'idempotency.media.identical-bytes',
    'takes a body that comes again for another one',
    withHistory((history) =>
      refusing((request) => isMedia(request) && history.before(request).length > 0, 'idempotency_conflict'),
    ),
  ),
  breaking(
    'idempotency.media.charged-once',
    'charges a job that it tells again',
    withHistory((history) =>
      answering((answer, request) => {
        if (isMedia(request) && answer.status < 300 && history.before(request).length > 0) chargeAgain(request);
        return answer;
      }),
    ),
  ),
  breaking(
    'idempotency.media.other-key',
    'looks at the body of a submission, and not at its key',
    patch('idempotency', ({ scope }) => ({
      scope: (use) => (use.route === 'chat' ? scope(use) : JSON.stringify([use.accountId, use.route])),
    })),
  ),
];

/** Other bodies, refusals, and what a key belongs to. */
const others: readonly Deviation[] = [
  breaking(
    'idempotency.body.different-without-effect',
    'runs the other body that it refuses',
    besides((request, answer) => (answer?.status === 409 && !isStream(request) ? [onceMore(request)] : [])),
  ),
  breaking(
    'idempotency.body.first-result-kept',
    'gives up a key after a refusal',
    withHistory((history) =>
      refusing((request) => history.before(request).some((answer) => answer?.status === 409), 'idempotency_conflict'),
    ),
  ),
  breaking(
    'idempotency.scope.chat-and-media',
    'answers chat under the key of a submission with its job',
    withHistory((history) =>
      patch('exchanges', () => ({
        instead: (request) => (isChat(request) ? history.before(request, 'image')[0] : undefined),
      })),
    ),
  ),
  breaking(
    'idempotency.scope.read-and-cancel',
    'answers reads under the key of a submission with its first answer',
    withHistory((history) =>
      patch('exchanges', () => ({
        instead: (request) =>
          request.route === 'job-get' || request.route === 'job-cancel'
            ? history.before(request, 'image')[0]
            : undefined,
      })),
    ),
  ),
  breaking(
    'idempotency.refused.corrected-body',
    'refuses a corrected body as the one before',
    withHistory((history) =>
      refusing((request) => history.before(request).some((answer) => answer?.status === 400), 'invalid_request'),
    ),
  ),
  breaking(
    'idempotency.refused.same-body',
    'accepts a refused body when it comes again',
    withHistory((history) =>
      patch('exchanges', () => ({
        instead: (request) =>
          history.before(request).some((answer) => answer?.status === 400)
            ? { status: 200, contentType: 'application/json', body: { id: 'chatcmpl-1', choices: [] } }
            : undefined,
      })),
    ),
  ),
  breaking(
    'idempotency.refused.foreign-key',
    'lets a request without a valid API key use up the Idempotency-Key',
    (behaviour) => {
      const used = new Set<string>();
      return refusing((request) => {
        const key = idempotencyKeyOf(request);
        if (key === undefined) return false;
        if (request.account === undefined) used.add(key);
        return request.account !== undefined && used.has(key);
      }, 'idempotency_conflict')(behaviour);
    },
  ),
  breaking(
    'idempotency.refused.after-failure',
    'refuses a failed request that comes again as invalid',
    withHistory((history) =>
      refusing((request) => history.before(request).some((answer) => (answer?.status ?? 0) >= 500), 'invalid_request'),
    ),
  ),
  breaking(
    'idempotency.precedence.no-second-run',
    'runs a request again when the credit has gone in the meantime',
    withHistory((history) =>
      besides((request) => {
        const { account } = request;
        if (account === undefined || account.creditUsd > 0 || history.before(request).length === 0) return [];
        account.creditUsd = 1;
        return [onceMore(request)];
      }),
    ),
  ),
];

/** What a gateway gets wrong about submissions that come again, other bodies and refusals. */
export const repeatedMediaDeviations: readonly Deviation[] = [...media, ...others];
