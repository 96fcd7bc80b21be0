import { countTokens, patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { besides, isObject, onceMore } from '../../changes/exchange-changes.ts';
import { recode, refuse } from '../../operators/refuse.ts';
import { each, rows } from '../../rows.ts';
import { at, chats, everywhere, type Scope, streams, submissions, where } from '../../scopes.ts';

const kinds = ['image', 'transcription'];
const mebibyte = 1024 * 1024;
const largerThan = (bytes: number, scope: Scope = everywhere) =>
  where(scope, `above ${bytes} bytes`, ({ rawBody }) => rawBody.length > bytes);
const chunked = where(everywhere, 'without a length', ({ headers }) => headers['content-length'] === undefined);
const exactly = where(chunked, 'of one MiB', ({ rawBody }) => rawBody.length === mebibyte);
const countsOnly = (words: string, parts: (messages: readonly unknown[]) => readonly (readonly unknown[])[]) =>
  change(
    `counts the tokens of ${words} only`,
    patch('admission', {
      isTooLong: ({ messages }, { contextWindow }) =>
        parts(Array.isArray(messages) ? messages : []).some((part) => countTokens(part) > contextWindow),
    }),
  );

/** Size of bodies and inputs. */
export const limitSize = rows({
  'limit.body.refused-chat': recode('payload_too_large', 'invalid_request', chats),
  'limit.body.refused-media': recode('payload_too_large', 'invalid_request', submissions),
  ...each(kinds, (route) => [
    `limit.body.refused-media:${route}`,
    recode('payload_too_large', 'invalid_request', at(route)),
  ]),
  'limit.body.chunked': recode('payload_too_large', 'invalid_request', chunked),
  'limit.body.within': refuse(largerThan(1_000_000), 'payload_too_large'),
  ...each(kinds, (route) => [
    `limit.body.within:${route}`,
    refuse(largerThan(mebibyte - 2_000, at(route)), 'payload_too_large'),
  ]),
  'limit.body.within:chunked': refuse(exactly, 'payload_too_large'),
  'limit.body.without-effect': change(
    'runs the last request again when it refuses a body for its size',
    (behaviour) => {
      const last = new Map<unknown, SeenRequest>();
      return besides((request, answer) => {
        const before = last.get(request.account);
        if (answer?.status === 413) return before === undefined ? [] : [onceMore(before)];
        if (isObject(request.body) && !streams.covers(request)) last.set(request.account, request);
        return [];
      })(behaviour);
    },
  ),
  'limit.context.refused-stream': recode('context_length_exceeded', 'payload_too_large', streams),
  'limit.context.refused-stream:last-message': countsOnly('the last message', (all) => [all.slice(-1)]),
  'limit.context.refused-stream:longest-message': countsOnly('the longest message', (all) => all.map((one) => [one])),
  'limit.context.own-model': change(
    'takes the smallest window of the account',
    patch('admission', ({ isTooLong }) => ({
      isTooLong: (body, model) => isTooLong(body, { ...model, contextWindow: Math.min(model.contextWindow, 100) }),
    })),
  ),
});
