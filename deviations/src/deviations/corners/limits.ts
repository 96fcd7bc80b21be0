import { type ApiKey, type Behaviour, monthOf, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import {
  answering,
  isChat,
  isMedia,
  isObject,
  isStream,
  refusing,
  retelling,
  withHistory,
} from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

const codeIn = (body: unknown): unknown => (isObject(body) && isObject(body.error) ? body.error.code : undefined);

/** Tells a refusal for size or rate as another one on some requests. */
const retold = (from: string, status: number, code: string, when: (request: SeenRequest) => boolean) =>
  retelling((answer, request) => codeIn(answer.body) === from && when(request), status, code);

function keyOf({ account, headers }: SeenRequest) {
  const secret = String(headers.authorization).replace(/^Bearer /i, '');
  return [...(account?.keys.values() ?? [])].find((one) => one.secret === secret);
}

function addSpending({ spentUsd }: ApiKey, { nowMs }: SeenRequest, usd: number): void {
  const month = monthOf(nowMs);
  spentUsd.set(month, (spentUsd.get(month) ?? 0) + usd);
}

/** What was spent by requests that `forgets` names is given back to their key. */
function forgetting(forgets: (request: SeenRequest) => boolean) {
  const givenBack = (request: SeenRequest) => keyOf(request)?.spentUsd.delete(monthOf(request.nowMs));
  return patch('exchanges', ({ refusal }) => {
    const last = new Map<string, SeenRequest>();
    return {
      refusal(request) {
        const secret = String(request.headers.authorization);
        const before = last.get(secret);
        if (before !== undefined && forgets(before)) givenBack(before);
        last.set(secret, request);
        return refusal(request);
      },
    };
  });
}

/** Requests that run beside others of their key add nothing to what it has spent: the last one to write wins. */
function losingUpdates(behaviour: Behaviour): Behaviour {
  const running = new Map<string, number>();
  const spent = new Map<string, number>();
  const count = (request: SeenRequest, change: number) => {
    const secret = keyOf(request)?.secret ?? '';
    running.set(secret, (running.get(secret) ?? 0) + change);
  };
  const counting = patch('exchanges', ({ refusal, besides }) => ({
    refusal(request) {
      count(request, 1);
      return refusal(request);
    },
    besides(request, answer) {
      count(request, -1);
      return besides(request, answer);
    },
  }));
  const deciding = patch('admission', {
    isOverCap({ account, key }, costUsd) {
      const period = `${key.id} ${monthOf(account.clock.now())}`;
      const before = spent.get(period) ?? 0;
      const cap = key.restrictions.monthlyCapUsd;
      if (cap !== undefined && before + costUsd > cap) return true;
      if ((running.get(key.secret) ?? 0) <= 1) spent.set(period, before + costUsd);
      return false;
    },
  });
  return deciding(counting(behaviour));
}

/** Limits that are kept on most requests. */
export const limitCorners: readonly Deviation[] = [
  ...(['image', 'transcription'] as const).flatMap((route) => [
    breaking(
      `limit.body.refused-media:${route}`,
      `tells a body of ${route} jobs above the limit as invalid`,
      retold('payload_too_large', 400, 'invalid_request', (request) => request.route === route),
    ),
    breaking(
      `limit.rate.refused-media:${route}`,
      `tells ${route} jobs beyond the rate as invalid`,
      retold('rate_limited', 400, 'invalid_request', (request) => request.route === route),
    ),
    breaking(
      `limit.body.within:${route}`,
      `refuses ${route} jobs a little below the limit`,
      refusing(
        ({ route: asked, rawBody }) => asked === route && rawBody.length > 1024 * 1024 - 2_000,
        'payload_too_large',
      ),
    ),
  ]),
  breaking(
    'limit.body.within:chunked',
    'refuses a body of exactly the limit that announces no length',
    refusing(
      ({ headers, rawBody }) => headers['content-length'] === undefined && rawBody.length === 1024 * 1024,
      'payload_too_large',
    ),
  ),
  breaking(
    'limit.spend.adds-up:streams',
    'does not count streams',
    forgetting((request) => isStream(request)),
  ),
  breaking(
    'limit.spend.adds-up:fallback',
    'does not count chats that a fallback model may serve',
    forgetting((request) => isChat(request) && isObject(request.body) && request.body.models !== undefined),
  ),
  breaking('limit.spend.adds-up:side-by-side', 'loses the spending of requests that run beside others', losingUpdates),
  ...(['image', 'transcription'] as const).map((route) =>
    breaking(
      `limit.spend.chat-and-media:${route}`,
      `does not count ${route} jobs`,
      forgetting((request) => request.route === route),
    ),
  ),
  breaking(
    'limit.spend.chat-and-media:transcription-alone',
    'takes each transcription alone against the cap',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) =>
        caller.route === 'transcription'
          ? costUsd > (caller.key.restrictions.monthlyCapUsd ?? Number.POSITIVE_INFINITY)
          : isOverCap(caller, costUsd),
    })),
  ),
  breaking(
    'limit.spend.refused-not-counted:media',
    'charges refused submissions to the cap',
    answering((answer, request) => {
      const key = keyOf(request);
      if (answer.status === 400 && isMedia(request) && key !== undefined) addSpending(key, request, 1);
      return answer;
    }),
  ),
  breaking(
    'limit.rate.refused-chat:invalid',
    'tells invalid chat requests beyond the rate as invalid, under the status of the rate',
    retold(
      'rate_limited',
      429,
      'invalid_request',
      ({ route, body }) => route === 'chat' && isObject(body) && !Array.isArray(body.messages),
    ),
  ),
  ...(['context_length_exceeded', 'policy_conflict'] as const).map((code) =>
    breaking(
      `limit.spend.refused-not-counted:${code}`,
      `charges what it refuses with ${code}`,
      patch('admission', { chargesRefused: (refused) => refused === code }),
    ),
  ),
  ...[isChat, isMedia].map((kind, place) =>
    breaking(
      `auth.cap.below:${place === 0 ? 'chat-again' : 'media-again'}`,
      'counts a request that comes again under its idempotency key against the cap once more',
      withHistory((history) =>
        answering((answer, request) => {
          const key = keyOf(request);
          if (key !== undefined && kind(request) && history.before(request).length > 0) addSpending(key, request, 1);
          return answer;
        }),
      ),
    ),
  ),
];
