import { type Account, isFinal, type KeyUse, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  idempotencyKeyOf,
  isChat,
  isMedia,
  isObject,
  isStream,
  type KeyHistory,
  withHistory,
} from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const conflicted = (history: KeyHistory, request: SeenRequest) =>
  history.before(request).some((answer) => answer?.status === 409);

/** Keys that are new again once `isGone` holds of them. */
const forgetting = (
  rule: string,
  how: string,
  summary: string,
  isGone: (request: SeenRequest, history: KeyHistory) => boolean,
) =>
  breaking(
    `idempotency.${rule}:${how}`,
    summary,
    withHistory((history) => (behaviour) => {
      const gone = new Map<string, number>();
      const placeOf = ({ accountId, route, key }: Pick<KeyUse, 'accountId' | 'route' | 'key'>) =>
        JSON.stringify([accountId, route, key]);
      const looking = patch('exchanges', ({ refusal }) => ({
        refusal(request) {
          const key = idempotencyKeyOf(request);
          if (key !== undefined && request.account !== undefined && isGone(request, history)) {
            const place = JSON.stringify([request.account.id, request.route, key]);
            gone.set(place, (gone.get(place) ?? 0) + 1);
          }
          return refusal(request);
        },
      }));
      return patch('idempotency', ({ scope }) => ({
        scope(use) {
          const own = [...gone].find(([place]) => {
            const [account, route, key] = JSON.parse(place) as string[];
            return use.route === route && use.key === key && use.accountId.includes(String(account));
          });
          return own === undefined ? scope(use) : `${scope(use)} ${placeOf(use)} ${own[1]}`;
        },
      }))(looking(behaviour));
    }),
  );

const firstJob = (request: SeenRequest, history: KeyHistory): ReturnType<Account['jobs']['get']> => {
  const body = history.before(request)[0]?.body;
  return isObject(body) ? request.account?.jobs.get(String(body.id)) : undefined;
};

const forgotten: readonly Deviation[] = [
  ...(['succeeded', 'failed', 'canceled'] as const).map((state) => {
    const rule = { succeeded: 'success', failed: 'failure', canceled: 'cancel' }[state];
    return forgetting(
      `media.after-${rule}`,
      'anew',
      `makes a new job under the key of a ${state} one`,
      (request, history) => (isMedia(request) ? firstJob(request, history)?.stage.state === state : false),
    );
  }),
  ...(['succeeded', 'failed', 'canceled'] as const).map((state) => {
    const rule = { succeeded: 'success', failed: 'failure', canceled: 'cancel' }[state];
    return forgetting(
      `media.after-${rule}`,
      'transcription',
      `makes a new transcription under the key of a ${state} one`,
      (request, history) => request.route === 'transcription' && firstJob(request, history)?.stage.state === state,
    );
  }),
  forgetting(
    'media.after-success',
    'zdr',
    'makes a new job under the key of a zdr job that has ended',
    (request, history) => {
      const job = isMedia(request) ? firstJob(request, history) : undefined;
      return job?.isZdr === true && isFinal(job.stage.state);
    },
  ),
  forgetting(
    'media.after-success',
    'fallback',
    'makes a new job under the key of one that another model ran',
    (request, history) => {
      const job = isMedia(request) ? firstJob(request, history) : undefined;
      return job !== undefined && job.model !== job.requestedModel;
    },
  ),
  forgetting(
    'precedence.no-second-run',
    'credit',
    'makes a new job once a submission that came again was refused for want of credit',
    (request, history) => isMedia(request) && history.before(request).some((answer) => answer?.status === 402),
  ),
  forgetting(
    'precedence.no-second-run',
    'rate',
    'runs a request anew once it was refused for the rate',
    (request, history) => history.before(request).some((answer) => answer?.status === 429),
  ),
  forgetting(
    'media.one-run',
    'third',
    'runs a submission that comes a third time',
    (request, history) => isMedia(request) && history.before(request).length === 2,
  ),
  forgetting(
    'chat.one-generation',
    'third',
    'runs a chat request that comes a third time',
    (request, history) => isChat(request) && !isStream(request) && history.before(request).length === 2,
  ),
  forgetting(
    'chat.one-generation',
    'fallback',
    'runs a chat request again that another model has answered',
    (request, history) => {
      const answer = history.before(request)[0];
      return isChat(request) && isObject(request.body) && isObject(answer?.body) && answer.status === 200
        ? answer.body.model !== request.body.model
        : false;
    },
  ),
  forgetting(
    'chat.one-generation',
    'metadata',
    'runs a chat request again whose metadata was asked for',
    (request, history) =>
      isChat(request) &&
      !isStream(request) &&
      request.headers['x-svc-metadata'] !== undefined &&
      history.before(request).length > 0,
  ),
  forgetting(
    'chat.stream-one-generation',
    'third',
    'runs a streamed request that comes a third time',
    (request, history) => isStream(request) && history.before(request).length === 2,
  ),
  forgetting(
    'chat.one-generation',
    'after-conflict',
    'runs a chat request again once another body was refused',
    (request, history) => isChat(request) && conflicted(history, request),
  ),
  forgetting(
    'body.first-result-kept',
    'anew',
    'makes a new job once another body was refused',
    (request, history) => isMedia(request) && conflicted(history, request),
  ),
  forgetting(
    'body.different-image',
    'once',
    'refuses another body of an image once only',
    (request, history) => request.route === 'image' && conflicted(history, request),
  ),
  forgetting(
    'body.different-chat',
    'once',
    'refuses another chat body once only',
    (request, history) => isChat(request) && conflicted(history, request),
  ),
  ...(['image', 'transcription'] as const).map((route) =>
    forgetting(
      `body.different-${route}`,
      'ended',
      `takes another body once the ${route} job has ended`,
      (request, history) => {
        const job = firstJob(request, history);
        return request.route === route && job !== undefined && isFinal(job.stage.state);
      },
    ),
  ),
  forgetting(
    'memory.running-job',
    'transcription',
    'forgets keys of transcriptions after a minute',
    (request, history) => {
      const job = firstJob(request, history);
      return request.route === 'transcription' && job !== undefined && request.nowMs > job.createdAtMs + 60_000;
    },
  ),
];

/** Forgets every key of an account but the latest ones. */
const lastKeys = (rule: string, most: number, is: (use: KeyUse) => boolean, how: string, summary: string) =>
  breaking(`idempotency.${rule}:${how}`, summary, (behaviour) => {
    const kept = new Map<string, string[]>();
    const rounds = new Map<string, number>();
    return patch('idempotency', ({ scope }) => ({
      scope(use) {
        const place = scope(use);
        if (!is(use)) return place;
        const known = kept.get(use.accountId) ?? [];
        if (!known.includes(place)) {
          rounds.set(place, (rounds.get(place) ?? 0) + 1);
          known.push(place);
          if (known.length > most) known.shift();
          kept.set(use.accountId, known);
        }
        return `${place} ${rounds.get(place)}`;
      },
    }))(behaviour);
  });

/** Ways to get keys forgotten in one corner only. */
export const repeatedRequestCorners: readonly Deviation[] = [
  ...forgotten,
  lastKeys('chat.one-generation', 1, () => true, 'last-key', 'remembers the last key of an account only'),
  lastKeys('media.one-run', 1, ({ route }) => route !== 'chat', 'last-job', 'remembers the last key of a job only'),
  lastKeys('media.one-run', 20, ({ route }) => route !== 'chat', 'twenty', 'remembers the last twenty keys of jobs'),
  lastKeys(
    'chat.one-generation',
    4,
    ({ route }) => route === 'chat',
    'four-keys',
    'remembers the last four keys of conversations',
  ),
];
