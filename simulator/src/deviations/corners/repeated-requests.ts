import {
  answering,
  besides,
  chargeAgain,
  idempotencyKeyOf,
  isChat,
  isMedia,
  isObject,
  isStream,
  type KeyHistory,
  onceMore,
  refusing,
  retelling,
  withHistory,
} from '../../behaviour/exchange-changes.ts';
import type { SeenRequest } from '../../behaviour/exchanges.ts';
import type { KeyUse } from '../../behaviour/idempotency.ts';
import { type Deviation, patch } from '../../behaviour/patch.ts';
import type { KeptAnswer } from '../../domain/idempotency/idempotency-record.ts';
import { isFinal } from '../../domain/jobs/job.ts';
import type { Account } from '../../tenants/account.ts';
import { breaking } from '../breaking.ts';

const entails = ['idempotency.', 'webhook.event.none-for-replay', 'job.', 'media.'];
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
    `idempotency.${rule}`,
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
    { how, entails },
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
  breaking(
    `idempotency.${rule}`,
    summary,
    (behaviour) => {
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
    },
    { how, entails },
  );

/** What a conversation that comes again is given. */
const again = (rule: string, how: string, summary: string, change: (answer: KeptAnswer) => KeptAnswer) =>
  breaking(`idempotency.${rule}`, summary, patch('idempotency', { again: change }), { how, entails });
const againJson = (how: string, summary: string, change: (body: Record<string, unknown>) => unknown) =>
  again('chat.first-result', how, summary, (answer) =>
    answer.form === 'json' ? { ...answer, text: JSON.stringify(change(JSON.parse(answer.text))) } : answer,
  );
/** Events one by one, as some of them may be kept together. */
const singly = (events: readonly string[]) => events.join('').split(/(?<=\n\n)/);
const againEvents = (how: string, summary: string, change: (events: readonly string[]) => readonly string[]) =>
  again('chat.stream-after-finish', how, summary, (answer) =>
    answer.form === 'stream' ? { ...answer, events: change(singly(answer.events)) } : answer,
  );

const replays: readonly Deviation[] = [
  againJson('no-choices', 'tells no choices of a completion that comes again', (body) => ({ ...body, choices: [] })),
  againJson('no-content', 'tells no content of a completion that comes again', (body) => ({
    ...body,
    choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
  })),
  againJson('finish', 'tells another finish_reason of a completion that comes again', (body) => ({
    ...body,
    choices: (body.choices as object[]).map((choice) => ({ ...choice, finish_reason: 'cached' })),
  })),
  againJson('ascii', 'loses what is not ASCII in a completion that comes again', (body) =>
    JSON.parse(JSON.stringify(body).replace(/[^ -~]/g, '?')),
  ),
  againJson('trimmed', 'cuts the content of a completion that comes again', (body) => ({
    ...body,
    choices: (body.choices as { message: { content: unknown } }[]).map((choice) => ({
      ...choice,
      message: { ...choice.message, content: String(choice.message.content).slice(0, 16) },
    })),
  })),
  againJson(
    'bare',
    'tells a completion that comes again as its message',
    (body) => (body.choices as { message: unknown }[])[0]?.message,
  ),
  againEvents('no-done', 'ends a stream that comes again without [DONE]', (events) =>
    events.filter((event) => !event.includes('[DONE]')),
  ),
  againEvents('half', 'tells the first half of a stream that comes again', (events) => [
    ...events.slice(0, Math.floor(events.length / 2)),
    ...events.slice(-1),
  ]),
  againEvents('done-only', 'tells [DONE] alone when a stream comes again', (events) => events.slice(-1)),
  againEvents('backwards', 'tells a stream that comes again in another order', (events) => [
    ...events.slice(0, -1).reverse(),
    ...events.slice(-1),
  ]),
];

/** What comes again while the first request runs is answered by another status, for some requests. */
const running = (how: string, summary: string, status: number, code: string, is: (request: SeenRequest) => boolean) =>
  breaking(
    'idempotency.chat.in-progress',
    summary,
    retelling((answer, request) => answer.status === 409 && isChat(request) && is(request), status, code),
    { how, entails: ['idempotency.', 'error.'] },
  );

const inProgress: readonly Deviation[] = [
  running('429', 'refuses what comes again while the first runs as rate limited', 429, 'rate_limited', () => true),
  running('500', 'fails on what comes again while the first runs', 500, 'internal_error', () => true),
  running('stream', 'fails on a stream that comes again while the first runs', 500, 'internal_error', isStream),
  breaking(
    'idempotency.media.simultaneous',
    'fails on submissions that come at the same time',
    (behaviour) =>
      patch('jobs', { submissionWaitMs: 30 })(
        patch('idempotency', { whenSubmitting: 'conflict' })(
          retelling((answer, request) => answer.status === 409 && isMedia(request), 500, 'internal_error')(behaviour),
        ),
      ),
    { how: 'failing', entails },
  ),
  breaking(
    'idempotency.media.simultaneous',
    'makes a job for each of simultaneous transcriptions',
    (behaviour) => {
      const open = new Map<string, number>();
      return patch('idempotency', ({ scope }) => ({
        scope(use) {
          const place = scope(use);
          if (use.route !== 'transcription') return place;
          const since = open.get(place);
          open.set(place, since ?? performance.now());
          return since !== undefined && performance.now() - since < 15 ? `${place} ${performance.now()}` : place;
        },
      }))(behaviour);
    },
    { how: 'transcription', entails },
  ),
];

const charges: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      'idempotency.media.charged-once',
      `charges a ${route} that it tells again`,
      withHistory((history) =>
        answering((answer, request) => {
          if (request.route === route && answer.status < 300 && history.before(request).length > 0)
            chargeAgain(request, 0.01);
          return answer;
        }),
      ),
      { how: route, entails: ['idempotency.media'] },
    ),
  ),
  breaking(
    'idempotency.media.one-run',
    'asks the endpoint again for transcriptions that come again',
    withHistory((history) =>
      besides((request) =>
        request.route === 'transcription' && history.before(request).length > 0 ? [onceMore(request)] : [],
      ),
    ),
    { how: 'transcription', entails },
  ),
  ...(['image', 'transcription'] as const).flatMap((route) => [
    breaking(
      'idempotency.refused.corrected-body',
      `refuses a corrected ${route} body as the one before`,
      withHistory((history) =>
        refusing(
          (request) => request.route === route && history.before(request).some((answer) => answer?.status === 400),
          'invalid_request',
        ),
      ),
      { how: route },
    ),
    breaking(
      'idempotency.refused.corrected-body',
      `refuses ${route} requests with a known model as unknown when the model was unknown before`,
      withHistory((history) =>
        refusing(
          (request) => request.route === route && history.before(request).some((answer) => answer?.status === 404),
          'no_endpoint_available',
        ),
      ),
      { how: `${route}-model` },
    ),
  ]),
];

/** Ways to get requests that come again wrong in one corner only. */
export const repeatedRequestCorners: readonly Deviation[] = [
  ...forgotten,
  lastKeys('chat.one-generation', 1, () => true, 'last-key', 'remembers the last key of an account only'),
  lastKeys('media.one-run', 1, ({ route }) => route !== 'chat', 'last-job', 'remembers the last key of a job only'),
  lastKeys(
    'chat.one-generation',
    4,
    ({ route }) => route === 'chat',
    'four-keys',
    'remembers the last four keys of conversations',
  ),
  ...replays,
  ...inProgress,
  ...charges,
];
