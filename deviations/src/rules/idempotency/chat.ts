import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, answering, decide, each, remembering, rows, together } from '../../change.ts';
import { append, drop, type Edit, type JsonObject, replace, rewrite, set } from '../../edits/fields.ts';
import { cut } from '../../edits/texts.ts';
import { answerFirst, answerWith, completion, recode, refuse, runAgain } from '../../operators/answers.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { forgetKeys, keepLatestKeys } from '../../operators/forget-keys.ts';
import { ignoreKeys, readKeys } from '../../operators/idempotency.ts';
import { amongRepeats, chargeRepeats, inReplayedEvents, inReplays, refuseRepeats } from '../../operators/refused.ts';
import { bodyOf, by, isObject, onceMore } from '../../requests/seen.ts';
import { unkeyed, withField, withList } from '../../scopes/bodies.ts';
import { answered, comeAgain, repeats, third, withOtherHeaders } from '../../scopes/repeats.ts';
import { and, chats, everywhere, not, type Scope, streams, where } from '../../scopes/requests.ts';

const whole = and(chats, not(streams));
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const again = (request: SeenRequest) => completion('again', { model: bodyOf(request).model, usage });
const asksForMetadata = ({ headers }: SeenRequest) => headers['x-svc-metadata'] !== undefined;
const byFallback = repeats('that another model answered', ([first], request) => {
  return first?.status === 200 && isObject(first.body) && first.body.model !== bodyOf(request).model;
});
const inCapitals = repeats('by a header in capitals', (_, { headerNames }) => headerNames.includes('IDEMPOTENCY-KEY'));

/** Changes of the first completion, as it comes again. */
const changed: Readonly<Record<string, Edit>> = {
  'no-choices': set('choices', []),
  'no-content': replace('choices[].message.content', ''),
  finish: replace('choices[].finish_reason', 'cached'),
  ascii: rewrite('what is not ASCII lost', (body) => JSON.parse(JSON.stringify(body).replace(/[^ -~]/g, '?'))),
  trimmed: cut('choices[].message.content', 16),
  bare: rewrite('their message alone', ({ choices }) => (choices as JsonObject[])[0]?.message as JsonObject),
  usage: set('usage', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
  model: set('model', 'cache'),
  'tool-calls': drop('choices[].message.tool_calls'),
};
const conflicting = decide('idempotency', 'refuses what comes again', { whenFinished: 'conflict' });
const half = (events: readonly string[]) => events.slice(0, Math.floor(events.length / 2));
const without = (text: string) => (events: readonly string[]) => events.filter((event) => !event.includes(text));

/** Other headers beside the key than the first request's. */
const otherHeaders = (scope: Scope) =>
  remembering(() => {
    const { covers } = withOtherHeaders();
    return afterwards(`runs requests again ${scope.words} under other Accept or metadata headers`, (request) =>
      covers(request) && scope.covers(request) ? [onceMore(request)] : [],
    );
  });

/** Refuses conversations of a scope that come again without a key. */
const refuseAgain = (scope: Scope) =>
  refuse(comeAgain(and(scope, unkeyed), by('account', 'body')), 'idempotency_conflict');

/** Conversations that come again. */
export const idempotencyChat = rows('idempotency.chat', {
  'one-generation': ignoreKeys(everywhere),
  'one-generation:tools': ignoreKeys(withField('tools')),
  'one-generation:list': ignoreKeys(and(chats, withList)),
  'one-generation:third': forgetKeys(whole, third),
  'one-generation:fallback': forgetKeys(chats, byFallback),
  'one-generation:metadata': forgetKeys(where(whole, 'that ask for metadata', asksForMetadata), answered(200)),
  'one-generation:after-conflict': forgetKeys(chats, answered(409)),
  'one-generation:last-key': keepLatestKeys(1, everywhere),
  'one-generation:four-keys': keepLatestKeys(4, chats),
  'stream-one-generation': amongRepeats(streams, (repeats) => runAgain(repeats)),
  'stream-one-generation:streams': ignoreKeys(streams),
  'stream-one-generation:third': forgetKeys(streams, third),
  simultaneous: decide('idempotency', 'runs requests that come at the same time', { whenRunning: 'run' }),
  'after-finish': decide('idempotency', 'runs again once the first has finished', { whenFinished: 'run' }),
  'after-finish:capitals': forgetKeys(chats, inCapitals),
  'after-finish:429': together(conflicting, decide('idempotency', 'with rate_limited', { refusal: 'rate_limited' })),
  'first-result': amongRepeats(chats, (repeats) => inAnswers(repeats, append('id', 'x'))),
  ...each('first-result:*', changed, inReplays),
  'stream-after-finish': refuseRepeats(streams, 'invalid_request'),
  'stream-after-finish:no-done': inReplayedEvents('without [DONE]', without('[DONE]')),
  'stream-after-finish:half': inReplayedEvents('cut in half', (all) => [...half(all), ...all.slice(-1)]),
  'stream-after-finish:done-only': inReplayedEvents('as [DONE] alone', (events) => events.slice(-1)),
  'stream-after-finish:backwards': inReplayedEvents('backwards', (e) => [...e.slice(0, -1).reverse(), ...e.slice(-1)]),
  'stream-after-finish:tool-calls': inReplayedEvents('without tool calls', without('"tool_calls":')),
  'stream-after-finish:finish': inReplayedEvents('as if nothing had been cut off', (events) =>
    events.map((event) => event.replace('"length"', '"stop"')),
  ),
  'stream-form': amongRepeats(streams, (repeats) => answerWith(repeats, 'JSON', again)),
  'in-progress': recode('idempotency_conflict', 'invalid_request', chats),
  'in-progress:429': recode('idempotency_conflict', { code: 'rate_limited', status: 429 }, chats),
  'in-progress:500': recode('idempotency_conflict', 'internal_error', chats),
  'in-progress:stream': recode('idempotency_conflict', 'internal_error', streams),
  'in-progress:empty': answering('answers overlaps with a completion without choices', (answer, request) =>
    answer.status === 409 && whole.covers(request) ? { ...answer, status: 200, body: { choices: [] } } : answer,
  ),
  'charged-once': chargeRepeats(whole),
  'charged-once:streams': chargeRepeats(streams),
  'other-headers': otherHeaders(chats),
  'other-headers:streams': otherHeaders(and(chats, streams)),
  'without-key': answerFirst(and(whole, unkeyed), by('account', 'body')),
  'other-key': readKeys('nothing', () => 'one'),
  'without-key:conflict': refuseAgain(whole),
  'without-key:streams': refuseAgain(streams),
  'answered-after-client-gone': amongRepeats(
    streams,
    (unanswered) => recode('idempotency_conflict', 'invalid_request', unanswered),
    repeats('whose first had no answer', (earlier) => earlier.every((answer) => answer === undefined)),
  ),
  'client-gone': decide('idempotency', 'frees a key when its client leaves, and runs on', {
    leavingFreesKey: (isStream) => !isStream,
  }),
  'client-gone:streams': decide('idempotency', 'frees the key of a stream when its client leaves, and runs on', {
    leavingFreesKey: (isStream) => isStream,
  }),
});
