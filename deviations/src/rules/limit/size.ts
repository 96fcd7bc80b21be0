import { each, kinds, overrule, rows } from '../../change.ts';
import { recode, refuse, rerunWhenRefused } from '../../operators/answers.ts';
import { countOnly } from '../../operators/bodies.ts';
import { and, at, chats, not, requests, runs, type Scope, streams, submissions, where } from '../../scopes/requests.ts';

const mebibyte = 1024 * 1024;
const largerThan = (bytes: number, scope: Scope) =>
  where(scope, `above ${bytes} bytes`, ({ rawBody }) => rawBody.length > bytes);
const chunked = requests('without a length', ({ headers }) => headers['content-length'] === undefined);
const exactly = where(chunked, 'of one MiB', ({ rawBody }) => rawBody.length === mebibyte);

/** Size of bodies and inputs. */
export const limitSize = rows('limit', {
  'body.refused-chat': recode('payload_too_large', 'invalid_request', chats),
  'body.refused-media': recode('payload_too_large', 'invalid_request', submissions),
  ...each('body.refused-media:*', kinds, (route) => recode('payload_too_large', 'invalid_request', at(route))),
  'body.chunked': recode('payload_too_large', 'invalid_request', chunked),
  'body.within': refuse(largerThan(1_000_000, runs), 'payload_too_large'),
  ...each('body.within:*', kinds, (route) => refuse(largerThan(mebibyte - 2_000, at(route)), 'payload_too_large')),
  'body.within:chunked': refuse(exactly, 'payload_too_large'),
  'body.without-effect': rerunWhenRefused(and(runs, not(streams)), 413),
  ...each('body.without-effect:*', kinds, (route) => rerunWhenRefused(at(route), 413)),
  'context.refused-stream': recode('context_length_exceeded', 'payload_too_large', streams),
  'context.refused-stream:last-message': countOnly('the last message', (all) => [all.slice(-1)]),
  'context.refused-stream:longest-message': countOnly('the longest message', (all) => all.map((one) => [one])),
  'context.own-model': overrule('admission.isTooLong', 'takes the smallest window of the account', (is, body, model) =>
    is(body, { ...model, contextWindow: Math.min(model.contextWindow, 100) }),
  ),
});
