import { monthOf, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { besides, isObject, onceMore, refusing, retelling } from '../changes/exchange-changes.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

const shared = 'The limit that all share is reached.';
const isMedia = ({ route }: SeenRequest) => route === 'image' || route === 'transcription';
const isStream = ({ body }: SeenRequest) => isObject(body) && body.stream === true;

const rates: readonly Deviation[] = [
  breaking(
    'limit.rate.refused-media',
    'tells submissions beyond the rate as invalid',
    retelling(({ status }, request) => status === 429 && isMedia(request), 400, 'invalid_request'),
  ),
  breaking(
    'limit.rate.refused-stream',
    'tells streams beyond the rate as invalid',
    retelling(({ status }, request) => status === 429 && isStream(request), 400, 'invalid_request'),
  ),
  breaking('limit.rate.recovers', 'refuses an account for good once it was beyond its rate', (behaviour) => {
    const limited = new Set<unknown>();
    const noting = besides(({ account }, answer) => {
      if (answer?.status === 429) limited.add(account);
      return [];
    });
    return refusing(({ account }) => limited.has(account), 'rate_limited')(noting(behaviour));
  }),
  breaking(
    'limit.rate.other-account',
    'refuses the first request of another limited account when one is beyond its rate',
    (behaviour) => {
      const limited = new Map<number | undefined, Set<unknown>>();
      const noting = besides(({ account }, answer) => {
        const isOwn = isObject(answer?.body) && JSON.stringify(answer.body).includes(shared);
        const requests = account?.rateLimit?.requests;
        if (answer?.status === 429 && !isOwn) limited.set(requests, (limited.get(requests) ?? new Set()).add(account));
        return [];
      });
      const seen = new Set<unknown>();
      return refusing(
        ({ account, body }) => {
          const isFirst = !seen.has(account) && isObject(body) && body.stream === undefined;
          seen.add(account);
          const alike = limited.get(account?.rateLimit?.requests);
          return isFirst && (account?.rateLimit ?? null) !== null && alike !== undefined && !alike.has(account);
        },
        'rate_limited',
        shared,
      )(noting(behaviour));
    },
  ),
  breaking(
    'limit.rate.without-effect',
    'asks the endpoint although it refuses for the rate',
    patch('admission', { dispatchesRefused: (code) => code === 'rate_limited' }),
  ),
];

const bodies: readonly Deviation[] = [
  breaking(
    'limit.body.refused-chat',
    'tells a chat body above the limit as invalid',
    retelling(({ status }, { route }) => status === 413 && route === 'chat', 400, 'invalid_request'),
  ),
  breaking(
    'limit.body.refused-media',
    'tells a submission above the limit as invalid',
    retelling(({ status }, request) => status === 413 && isMedia(request), 400, 'invalid_request'),
  ),
  breaking(
    'limit.body.chunked',
    'tells a body above the limit that announces no length as invalid',
    retelling(
      ({ status }, { headers }) => status === 413 && headers['content-length'] === undefined,
      400,
      'invalid_request',
    ),
  ),
  breaking(
    'limit.body.within',
    'refuses bodies a little below the limit',
    refusing(({ rawBody }) => rawBody.length > 1_000_000, 'payload_too_large'),
  ),
  breaking(
    'limit.body.without-effect',
    'runs the last request again when it refuses a body for its size',
    (behaviour) => {
      const last = new Map<unknown, SeenRequest>();
      return besides((request, answer) => {
        if (isObject(request.body) && !isStream(request) && answer?.status !== 413) last.set(request.account, request);
        const before = last.get(request.account);
        return answer?.status === 413 && before !== undefined ? [onceMore(before)] : [];
      })(behaviour);
    },
  ),
  breaking(
    'limit.context.refused-stream',
    'tells a stream whose input is too long as too large',
    retelling(
      ({ body }, request) => isStream(request) && JSON.stringify(body).includes('context_length_exceeded'),
      413,
      'payload_too_large',
    ),
  ),
  breaking(
    'limit.spend.chat-and-media',
    'counts the jobs of a key for themselves',
    patch('admission', {
      isOverCap({ account, key, route }, costUsd) {
        const cap = key.restrictions.monthlyCapUsd;
        if (cap === undefined) return false;
        const spent = account.generations
          .filter(({ kind }) => (kind === 'chat') === (route === 'chat'))
          .reduce((sum, { chargedUsd }) => sum + chargedUsd, 0);
        const month = key.spentUsd.get(monthOf(account.clock.now())) ?? 0;
        return Math.min(spent, month) + costUsd > cap;
      },
    }),
  ),
];

/** Ways to get limits wrong that show on some requests only. */
export const limitDetailDeviations: readonly Deviation[] = [...rates, ...bodies];
