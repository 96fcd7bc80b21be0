import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { decide, remembering } from '../../change.ts';
import { answerWith, json } from '../../operators/answer-with.ts';
import { forgetKeys } from '../../operators/forget-keys.ts';
import { refuse } from '../../operators/refuse.ts';
import { amongRepeats, refuseRepeats } from '../../operators/repeats.ts';
import { singly } from '../../operators/replays.ts';
import { grantCredit } from '../../operators/run-refused.ts';
import { idempotencyKeyOf } from '../../requests/seen.ts';
import { each, kinds, rows } from '../../rows.ts';
import { answered } from '../../scopes/repeats.ts';
import { at, chats, everywhere, requests, submissions } from '../../scopes/requests.ts';

const empty = json({
  ...{ id: 'chatcmpl_empty', object: 'chat.completion', created: 1_790_000_000 },
  choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 },
});

/** Lets requests without a known API key use up an Idempotency-Key. */
const foreignKeys = remembering(() => {
  const used = new Set<string>();
  const isUsed = requests('whose key a request without an API key had', (request: SeenRequest) => {
    const key = idempotencyKeyOf(request);
    if (key !== undefined && request.account === undefined) used.add(key);
    return key !== undefined && request.account !== undefined && used.has(key);
  });
  return refuse(isUsed, 'idempotency_conflict');
});

/** What comes again once it was refused or has failed. */
export const idempotencyRefused = rows('idempotency', {
  'refused.corrected-body': refuseRepeats(everywhere, 'invalid_request', answered(400)),
  ...each('refused.corrected-body:*', kinds, (route) => refuseRepeats(at(route), 'invalid_request', answered(400))),
  ...each('refused.corrected-body:*-model', kinds, (route) =>
    refuseRepeats(at(route), 'no_endpoint_available', answered(404)),
  ),
  'refused.same-body': amongRepeats(
    everywhere,
    (repeats) => answerWith(repeats, 'a completion', () => json({ id: 'chatcmpl-1', choices: [] })),
    answered(400),
  ),
  'refused.same-body:credit': refuseRepeats(submissions, 'internal_error', answered(402)),
  'refused.same-body:credit-transcription': refuseRepeats(at('transcription'), 'internal_error', answered(402)),
  'refused.same-body:credit-chat': refuseRepeats(chats, 'internal_error', answered(402)),
  'refused.foreign-key': foreignKeys,
  'refused.foreign-key:restricted': refuseRepeats(chats, 'idempotency_conflict', answered(403)),
  'refused.foreign-key:stored': refuseRepeats(chats, 'forbidden', answered(403)),
  'refused.after-failure': refuseRepeats(everywhere, 'invalid_request', answered(500, 599)),
  'refused.after-failure:invented': amongRepeats(
    chats,
    (repeats) => answerWith(repeats, 'an empty reply', () => empty),
    answered(500, 599),
  ),
  'refused.after-failure:broken-stream': decide('idempotency', 'keeps what came of a stream that broke off', {
    keptOfBroken: (events) => singly(events).filter((event) => !event.includes('"error"')),
  }),
  'precedence.no-second-run': amongRepeats(everywhere, (repeats) => grantCredit(repeats)),
  'precedence.no-second-run:credit': forgetKeys(submissions, answered(402)),
  'precedence.no-second-run:rate': forgetKeys(everywhere, answered(429)),
});
