import type { Account } from '@gateproof/simulator/behaviour';
import { afterwards, decide, each, kinds, overrule, remembering, rows } from '../../change.ts';
import { before } from '../../memory.ts';
import { recode, refuse } from '../../operators/answers.ts';
import { callRefused, refuseEverAfter } from '../../operators/refused.ts';
import { reportInStream } from '../../operators/streams.ts';
import { isObject } from '../../requests/seen.ts';
import { at, chats, requests, streams, submissions, where } from '../../scopes/requests.ts';

const shared = 'The limit that all share is reached.';
const isOver = (words: string, recent: (count: number) => number) =>
  overrule('admission.isOverRate', words, (isOverRate, count, limit) => isOverRate(recent(count), limit));
const invalid = where(chats, 'without messages', ({ body }) => isObject(body) && !Array.isArray(body.messages));

/** Refuses the first request of another limited account when one is beyond a rate of so many requests. */
const sharesRates = remembering(() => {
  const [limited, isKnown] = [new Map<number, Set<Account>>(), before()];
  const sharing = requests('to accounts that share a limit', ({ account, body }) => {
    if (account === undefined) return false;
    const isFirst = !isKnown(account) && isObject(body) && body.stream === undefined;
    const alike = account.rateLimit ? limited.get(account.rateLimit.requests) : undefined;
    return isFirst && alike !== undefined && !alike.has(account);
  });
  return [
    afterwards('', ({ account }, answer) => {
      if (!account?.rateLimit || answer?.status !== 429 || JSON.stringify(answer.body).includes(shared)) return;
      const { requests } = account.rateLimit;
      limited.set(requests, (limited.get(requests) ?? new Set()).add(account));
    }),
    refuse(sharing, 'rate_limited', shared),
  ];
});

/** Requests in a window. */
export const limitRate = rows('limit.rate', {
  'refused-chat': decide('admission', 'never limits rates', { isOverRate: () => false }),
  'refused-chat:one-more': isOver('lets one request too many in', (count) => count - 1),
  'refused-chat:invalid': recode('rate_limited', { code: 'invalid_request', status: 429 }, invalid),
  'refused-media': recode('rate_limited', 'invalid_request', submissions),
  ...each('refused-media:*', kinds, (route) => recode('rate_limited', 'invalid_request', at(route))),
  'refused-stream': recode('rate_limited', 'invalid_request', streams),
  'refused-stream:in-stream': reportInStream('rate_limited'),
  within: isOver('refuses the last request within the limit', (count) => count + 1),
  recovers: refuseEverAfter('rate_limited'),
  'other-account': sharesRates,
  'without-effect': callRefused('rate_limited'),
});
