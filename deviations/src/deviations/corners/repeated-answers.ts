import { type KeptAnswer, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  answering,
  besides,
  chargeAgain,
  idempotencyKeyOf,
  isChat,
  isMedia,
  isStream,
  onceMore,
  refusing,
  retelling,
  withHistory,
} from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

/** What a conversation that comes again is given. */
const again = (rule: string, how: string, summary: string, change: (answer: KeptAnswer) => KeptAnswer) =>
  breaking(`idempotency.${rule}:${how}`, summary, patch('idempotency', { again: change }));
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
  againJson('usage', 'tells no tokens in the usage of a completion that comes again', (body) => ({
    ...body,
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  })),
  againJson('model', 'names another model in a completion that comes again', (body) => ({ ...body, model: 'cache' })),
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

/** What broke off is kept. */
const broken: readonly Deviation[] = [
  breaking(
    'idempotency.refused.after-failure:broken-stream',
    'keeps what came of a stream that broke off as if it were whole',
    patch('idempotency', {
      keptOfBroken: (events) => singly(events).filter((event) => !event.includes('"error"')),
    }),
  ),
];

/** What comes again while the first request runs is answered by another status, for some requests. */
const running = (how: string, summary: string, status: number, code: string, is: (request: SeenRequest) => boolean) =>
  breaking(
    `idempotency.chat.in-progress:${how}`,
    summary,
    retelling((answer, request) => answer.status === 409 && isChat(request) && is(request), status, code),
  );

const inProgress: readonly Deviation[] = [
  breaking(
    'idempotency.chat.in-progress:empty',
    'answers what comes again while the first runs with a completion without choices',
    answering((answer, request) =>
      answer.status === 409 && isChat(request) && !isStream(request)
        ? { ...answer, status: 200, body: { choices: [] } }
        : answer,
    ),
  ),
  running('429', 'refuses what comes again while the first runs as rate limited', 429, 'rate_limited', () => true),
  running('500', 'fails on what comes again while the first runs', 500, 'internal_error', () => true),
  running('stream', 'fails on a stream that comes again while the first runs', 500, 'internal_error', isStream),
  breaking('idempotency.media.simultaneous:failing', 'fails on submissions that come at the same time', (behaviour) =>
    patch('jobs', { submissionWaitMs: 30 })(
      patch('idempotency', { whenSubmitting: 'conflict' })(
        retelling((answer, request) => answer.status === 409 && isMedia(request), 500, 'internal_error')(behaviour),
      ),
    ),
  ),
  breaking(
    'idempotency.media.simultaneous:transcription',
    'makes a job for each of simultaneous transcriptions',
    (behaviour) => {
      const open = new Map<string, number>();
      let made = 0;
      const count = (request: SeenRequest, by: number) => {
        const key = idempotencyKeyOf(request);
        if (request.route === 'transcription' && key !== undefined) open.set(key, (open.get(key) ?? 0) + by);
      };
      const closing = answering((answer, request) => {
        count(request, -1);
        return answer;
      });
      const opening = patch('exchanges', ({ refusal }) => ({
        refusal(request) {
          count(request, 1);
          return refusal(request);
        },
      }));
      return patch('idempotency', ({ scope }) => ({
        scope(use) {
          if (use.route !== 'transcription' || (open.get(use.key) ?? 0) < 2) return scope(use);
          made += 1;
          return `${scope(use)} ${made}`;
        },
      }))(patch('jobs', { submissionWaitMs: 20 })(opening(closing(behaviour))));
    },
  ),
];

const charges: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      `idempotency.media.charged-once:${route}`,
      `charges a ${route} that it tells again`,
      withHistory((history) =>
        answering((answer, request) => {
          if (request.route === route && answer.status < 300 && history.before(request).length > 0)
            chargeAgain(request, 0.01);
          return answer;
        }),
      ),
    ),
  ),
  breaking(
    'idempotency.media.one-run:transcription',
    'asks the endpoint again for transcriptions that come again',
    withHistory((history) =>
      besides((request) =>
        request.route === 'transcription' && history.before(request).length > 0 ? [onceMore(request)] : [],
      ),
    ),
  ),
  ...(['image', 'transcription'] as const).flatMap((route) => [
    breaking(
      `idempotency.refused.corrected-body:${route}`,
      `refuses a corrected ${route} body as the one before`,
      withHistory((history) =>
        refusing(
          (request) => request.route === route && history.before(request).some((answer) => answer?.status === 400),
          'invalid_request',
        ),
      ),
    ),
    breaking(
      `idempotency.refused.corrected-body:${route}-model`,
      `refuses ${route} requests with a known model as unknown when the model was unknown before`,
      withHistory((history) =>
        refusing(
          (request) => request.route === route && history.before(request).some((answer) => answer?.status === 404),
          'no_endpoint_available',
        ),
      ),
    ),
  ]),
];

/** Ways to answer what comes again wrong in one corner only. */
export const repeatedAnswerCorners: readonly Deviation[] = [...replays, ...broken, ...inProgress, ...charges];
