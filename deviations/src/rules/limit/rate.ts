import { type Account, patch } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../../change.ts';
import { besides, isObject } from '../../changes/exchange-changes.ts';
import { recode, refuse } from '../../operators/refuse.ts';
import { dispatchRefused } from '../../operators/run-refused.ts';
import { reportInStream } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';
import { at, chats, everywhere, streams, submissions, where } from '../../scopes.ts';

const shared = 'The limit that all share is reached.';
const isOver = (words: string, recent: (count: number) => number) =>
  change(
    words,
    patch('admission', ({ isOverRate }) => ({ isOverRate: (count, limit) => isOverRate(recent(count), limit) })),
  );
const invalid = where(chats, 'without messages', ({ body }) => isObject(body) && !Array.isArray(body.messages));

/** Refuses an account for good once it was beyond its rate. */
const neverRecovers = change('answers rate_limited for good once it has', (behaviour) => {
  const limited = new WeakSet<Account>();
  const noting = besides(({ account }, answer) => {
    if (answer?.status === 429 && account !== undefined) limited.add(account);
    return [];
  });
  const isLimited = where(everywhere, '', ({ account }) => account !== undefined && limited.has(account));
  return refuse(isLimited, 'rate_limited').apply(noting(behaviour));
});

/** Refuses the first request of another limited account when one is beyond a rate of so many requests. */
const sharesRates: Change = change('lets accounts with the same rate limit share it', (behaviour) => {
  const limited = new Map<number, Set<Account>>();
  const seen = new WeakSet<Account>();
  const noting = besides(({ account }, answer) => {
    if (account?.rateLimit && answer?.status === 429 && !JSON.stringify(answer.body).includes(shared)) {
      const { requests } = account.rateLimit;
      limited.set(requests, (limited.get(requests) ?? new Set()).add(account));
    }
    return [];
  });
  const sharing = where(everywhere, '', ({ account, body }) => {
    if (account === undefined) return false;
    const isFirst = !seen.has(account) && isObject(body) && body.stream === undefined;
    seen.add(account);
    const alike = account.rateLimit ? limited.get(account.rateLimit.requests) : undefined;
    return isFirst && alike !== undefined && !alike.has(account);
  });
  return refuse(sharing, 'rate_limited', shared).apply(noting(behaviour));
});

/** Requests in a window. */
export const limitRate = rows({
  'limit.rate.refused-chat': change('never limits rates', patch('admission', { isOverRate: () => false })),
  'limit.rate.refused-chat:one-more': isOver('lets one request too many in', (count) => count - 1),
  'limit.rate.refused-chat:invalid': recode('rate_limited', { code: 'invalid_request', status: 429 }, invalid),
  'limit.rate.refused-media': recode('rate_limited', 'invalid_request', submissions),
  ...each(['image', 'transcription'], (route) => [
    `limit.rate.refused-media:${route}`,
    recode('rate_limited', 'invalid_request', at(route)),
  ]),
  'limit.rate.refused-stream': recode('rate_limited', 'invalid_request', streams),
  'limit.rate.refused-stream:in-stream': reportInStream('rate_limited'),
  'limit.rate.within': isOver('refuses the last request within the limit', (count) => count + 1),
  'limit.rate.recovers': neverRecovers,
  'limit.rate.other-account': sharesRates,
  'limit.rate.without-effect': dispatchRefused('rate_limited'),
});
