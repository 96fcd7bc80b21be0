import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, answering, decide, each, remembering, rows } from '../../change.ts';
import { append, drop, edit, replace, rewrite, set } from '../../edits/fields.ts';
import { answerFirst, answerWith, json, recode, refuse } from '../../operators/answers.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { ignoreKeys, readKeys } from '../../operators/idempotency-keys.ts';
import {
  amongRepeats,
  chargeRepeats,
  forgetKeys,
  inReplayedEvents,
  inReplays,
  keepLatestKeys,
  refuseRepeats,
  runAgain,
} from '../../operators/repeats.ts';
import { chargeAgain, isObject, onceMore } from '../../requests/seen.ts';
import { keyed, withList } from '../../scopes/chats.ts';
import { withOtherHeaders } from '../../scopes/memory.ts';
import { answered, repeats, third } from '../../scopes/repeats.ts';
import { and, chats, everywhere, not, type Scope, streams, where, withField } from '../../scopes/requests.ts';
import { repeated } from '../../scopes/submissions.ts';

const whole = and(chats, not(streams));
const again = (request: SeenRequest) =>
  json({
    ...{
      id: 'chatcmpl-again',
      object: 'chat.completion',
      created: 1,
      model: (request.body as { model: string }).model,
    },
    choices: [{ index: 0, message: { role: 'assistant', content: 'again' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
const asksForMetadata = ({ headers }: SeenRequest) => headers['x-svc-metadata'] !== undefined;
const byFallback = repeats(
  'that another model answered',
  ([first]: readonly ({ readonly status: number; readonly body: unknown } | undefined)[], { body }: SeenRequest) =>
    first?.status === 200 && isObject(first.body) && isObject(body) && first.body.model !== body.model,
);
const ascii = rewrite('what is not ASCII lost', (body: object) =>
  JSON.parse(JSON.stringify(body).replace(/[^ -~]/g, '?')),
);
const bare = rewrite(
  'their message alone',
  ({ choices }: { readonly choices?: unknown }) =>
    (choices as { message: Record<string, unknown> }[])[0]?.message ?? {},
);

/** Other headers beside the key than the first request's. */
const otherHeaders = (scope: Scope) =>
  remembering(() => {
    const { covers } = withOtherHeaders();
    return afterwards(`runs requests again ${scope.words} under other Accept or metadata headers`, (request) =>
      covers(request) && scope.covers(request) ? [onceMore(request)] : [],
    );
  });

const bytesOf = ({ account, rawBody }: SeenRequest) => JSON.stringify([account?.id, Buffer.from(rawBody).toString()]);

/** Refuses conversations of a scope that come again without a key. */
const refuseAgain = (scope: Scope) =>
  refuse(where(and(scope, not(keyed)), 'that come again', repeated(bytesOf)), 'idempotency_conflict');

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
  'after-finish:capitals': forgetKeys(
    chats,
    repeats('whose header is in capitals', (_earlier, { headerNames }) => headerNames.includes('IDEMPOTENCY-KEY')),
  ),
  'after-finish:429': decide('idempotency', 'refuses what comes again as rate limited', {
    whenFinished: 'conflict',
    refusal: 'rate_limited',
  }),
  'first-result': amongRepeats(chats, (repeats) => inAnswers(repeats, append('id', 'x'))),
  ...each(
    'first-result:*',
    {
      'no-choices': set('choices', []),
      'no-content': replace('choices[].message.content', ''),
      finish: replace('choices[].finish_reason', 'cached'),
      ascii,
      trimmed: edit('choices[].message.content', 'cut to 16 characters', (content) => String(content).slice(0, 16)),
      bare,
      usage: set('usage', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
      model: set('model', 'cache'),
      'tool-calls': drop('choices[].message.tool_calls'),
    },
    inReplays,
  ),
  'stream-after-finish': refuseRepeats(streams, 'invalid_request'),
  'stream-after-finish:no-done': inReplayedEvents('without [DONE]', (events) =>
    events.filter((event) => !event.includes('[DONE]')),
  ),
  'stream-after-finish:half': inReplayedEvents('cut in half', (events) => [
    ...events.slice(0, Math.floor(events.length / 2)),
    ...events.slice(-1),
  ]),
  'stream-after-finish:done-only': inReplayedEvents('as [DONE] alone', (events) => events.slice(-1)),
  'stream-after-finish:backwards': inReplayedEvents('backwards', (events) => [
    ...events.slice(0, -1).reverse(),
    ...events.slice(-1),
  ]),
  'stream-after-finish:tool-calls': inReplayedEvents('without tool calls', (events) =>
    events.filter((event) => !event.includes('"tool_calls":')),
  ),
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
  'charged-once': chargeRepeats(chats),
  'charged-once:streams': amongRepeats(streams, (repeats) =>
    afterwards(`charges once more ${repeats.words}`, (request) => {
      if (repeats.covers(request)) chargeAgain(request);
      return undefined;
    }),
  ),
  'other-headers': otherHeaders(chats),
  'other-headers:streams': otherHeaders(and(chats, streams)),
  'without-key': answerFirst(and(whole, not(keyed)), bytesOf),
  'other-key': readKeys('nothing', () => 'one'),
  'without-key:conflict': refuseAgain(whole),
  'without-key:streams': refuseAgain(streams),
  'client-gone': decide('idempotency', 'frees a key when its client leaves, and runs on', {
    leavingFreesKey: (isStream) => !isStream,
  }),
  'client-gone:streams': decide('idempotency', 'frees the key of a stream when its client leaves, and runs on', {
    leavingFreesKey: (isStream) => isStream,
  }),
});
