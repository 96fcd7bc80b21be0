import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  answering,
  answeringBody,
  besides,
  chargeAgain,
  idempotencyKeyOf,
  isChat,
  isStream,
  onceMore,
  refusing,
  retelling,
  withHistory,
} from '../changes/exchange-changes.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Keys and what they are. */
const keys: readonly Deviation[] = [
  breaking(
    'idempotency.key.printable',
    'refuses keys with other characters than letters, digits, _ and -',
    refusing((request) => /[^\w-]/.test(idempotencyKeyOf(request) ?? ''), 'invalid_request'),
  ),
  breaking(
    'idempotency.key.odd',
    'fails on keys above 255 characters',
    refusing((request) => (idempotencyKeyOf(request) ?? '').length > 255, 'internal_error'),
  ),
  breaking(
    'idempotency.key.left-out',
    'asks transcriptions for a key',
    refusing(
      (request) => request.route === 'transcription' && idempotencyKeyOf(request) === undefined,
      'invalid_request',
    ),
  ),
];

/** Conversations that come again. */
const chat: readonly Deviation[] = [
  breaking(
    'idempotency.chat.first-result',
    'gives a repeated completion an id of its own',
    withHistory((history) =>
      answeringBody((body, request, status) =>
        isChat(request) && status === 200 && history.before(request).length > 0 ? { ...body, id: `${body.id}x` } : body,
      ),
    ),
  ),
  breaking(
    'idempotency.chat.in-progress',
    'refuses what comes again while the first runs as invalid',
    retelling(({ status }, request) => isChat(request) && status === 409, 400, 'invalid_request'),
  ),
  breaking(
    'idempotency.chat.stream-after-finish',
    'refuses streams that come again as invalid',
    withHistory((history) =>
      refusing((request) => isStream(request) && history.before(request).length > 0, 'invalid_request'),
    ),
  ),
  breaking(
    'idempotency.chat.stream-one-generation',
    'asks the endpoint again for streams that come again',
    withHistory((history) =>
      besides((request) => (isStream(request) && history.before(request).length > 0 ? [onceMore(request)] : [])),
    ),
  ),
  breaking(
    'idempotency.chat.stream-form',
    'answers streams that come again as JSON',
    withHistory((history) =>
      patch('exchanges', () => ({
        instead: (request) =>
          isStream(request) && history.before(request).length > 0
            ? {
                status: 200,
                contentType: 'application/json',
                body: {
                  id: 'chatcmpl-again',
                  object: 'chat.completion',
                  created: 1,
                  model: (request.body as { model: string }).model,
                  choices: [{ index: 0, message: { role: 'assistant', content: 'again' }, finish_reason: 'stop' }],
                  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
                },
              }
            : undefined,
      })),
    ),
  ),
  breaking(
    'idempotency.chat.charged-once',
    'charges a completion that it gives again',
    withHistory((history) =>
      answering((answer, request) => {
        if (isChat(request) && answer.status === 200 && history.before(request).length > 0) chargeAgain(request);
        return answer;
      }),
    ),
  ),
  breaking(
    'idempotency.chat.other-headers',
    'asks the endpoint again when another metadata or Accept header comes with the key',
    (behaviour) => {
      const first = new Map<string, string>();
      return besides((request) => {
        const key = idempotencyKeyOf(request);
        if (!isChat(request) || key === undefined) return [];
        const id = JSON.stringify([request.account?.id, key]);
        const told = JSON.stringify(
          Object.entries(request.headers).filter(([name]) => name === 'accept' || name.endsWith('-metadata')),
        );
        const before = first.get(id);
        first.set(id, before ?? told);
        return before === undefined || before === told ? [] : [onceMore(request)];
      })(behaviour);
    },
  ),
  breaking('idempotency.chat.without-key', 'gives equal requests without a key one answer', (behaviour) => {
    const kept = new Map<string, unknown>();
    const idOf = (request: SeenRequest) =>
      JSON.stringify([request.account?.id, Buffer.from(request.rawBody).toString()]);
    const applies = (request: SeenRequest) =>
      isChat(request) && !isStream(request) && idempotencyKeyOf(request) === undefined;
    const keeping = answering((answer, request) => {
      if (applies(request) && answer.status === 200) kept.set(idOf(request), answer.body);
      return answer;
    });
    return patch('exchanges', () => ({
      instead: (request) => {
        const body = applies(request) ? kept.get(idOf(request)) : undefined;
        return body === undefined ? undefined : { status: 200, contentType: 'application/json', body };
      },
    }))(keeping(behaviour));
  }),
  breaking(
    'idempotency.chat.other-key',
    'takes all keys of an account for one',
    patch('idempotency', { keyOf: (header) => (header === undefined || header === '' ? undefined : 'one') }),
  ),
];

/** What a gateway gets wrong about keys and conversations that come again. */
export const repeatedChatDeviations: readonly Deviation[] = [...keys, ...chat];
