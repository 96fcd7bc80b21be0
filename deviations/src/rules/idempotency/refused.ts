import type { SentAnswer } from '@gateproof/simulator/behaviour';
import { each, kinds, remembering, rows, watch } from '../../change.ts';
import { answerWith, completion, json, refuse } from '../../operators/answers.ts';
import { forgetKeys } from '../../operators/forget-keys.ts';
import { grantCredit } from '../../operators/refused.ts';
import { amongRepeats, refuseRepeats } from '../../operators/repeats.ts';
import { idempotencyKeyOf } from '../../requests/seen.ts';
import { keyed } from '../../scopes/chats.ts';
import { answered, type Repeat } from '../../scopes/repeats.ts';
import { and, at, chats, everywhere, type Scope, submissions, where } from '../../scopes/requests.ts';

const usage = { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 };
const oldJob = json({ id: 'job_1', object: 'job', state: 'queued' });

/** Answers what comes again, once it was answered with such a status, with something else. */
const answerAgain = (scope: Scope, words: string, answer: SentAnswer, repeat: Repeat) =>
  amongRepeats(scope, (repeats) => answerWith(repeats, words, () => answer), repeat);

/** Lets requests without a known API key use up an Idempotency-Key. */
const foreignKeys = (scope: Scope<{ readonly route: string }>) =>
  remembering(() => {
    const used = new Set<string>();
    const isUsed = where(scope, 'whose key a request without an API key had', (request) => {
      const key = idempotencyKeyOf(request);
      if (key !== undefined && request.account === undefined) used.add(key);
      return key !== undefined && request.account !== undefined && used.has(key);
    });
    return refuse(isUsed, 'idempotency_conflict');
  });

/** Answers what comes again with as much of its stream as came before it broke off. */
const keepsBroken = remembering(() => {
  const events = new Map<string, string>();
  const broken = new Set<string>();
  const known = where(and(chats, keyed), 'whose stream broke off', ({ body }) => broken.has(JSON.stringify(body)));
  return [
    watch('streaming.chunk', '', (sent, _said, identity) => {
      const asked = JSON.stringify(identity.asked);
      events.set(asked, `${events.get(asked) ?? ''}data: ${JSON.stringify(sent)}\n\n`);
    }),
    watch('streaming.failure', '', (_report, _error, { asked }) => broken.add(JSON.stringify(asked))),
    answerWith(known, 'what came of the stream', ({ body }) => ({
      ...{ status: 200, contentType: 'text/event-stream' },
      body: `${events.get(JSON.stringify(body))}data: [DONE]\n\n`,
    })),
  ];
});

/** What comes again once it was refused or has failed. */
export const idempotencyRefused = rows('idempotency', {
  'refused.corrected-body': refuseRepeats(everywhere, 'invalid_request', answered(400)),
  ...each('refused.corrected-body:*', kinds, (route) => refuseRepeats(at(route), 'invalid_request', answered(400))),
  ...each('refused.corrected-body:*-model', kinds, (route) =>
    refuseRepeats(at(route), 'no_endpoint_available', answered(404)),
  ),
  'refused.same-body': answerAgain(everywhere, 'a completion', completion('again'), answered(400)),
  ...each('refused.same-body:*', kinds, (route) => answerAgain(at(route), 'a job', oldJob, answered(400))),
  'refused.same-body:credit': refuseRepeats(submissions, 'internal_error', answered(402)),
  'refused.same-body:credit-transcription': refuseRepeats(at('transcription'), 'internal_error', answered(402)),
  'refused.same-body:credit-chat': refuseRepeats(chats, 'internal_error', answered(402)),
  'refused.foreign-key': foreignKeys(chats),
  ...each('refused.foreign-key:*', kinds, (route) => foreignKeys(at(route))),
  'refused.foreign-key:restricted': refuseRepeats(chats, 'idempotency_conflict', answered(403)),
  'refused.foreign-key:stored': refuseRepeats(chats, 'forbidden', answered(403)),
  'refused.after-failure': refuseRepeats(everywhere, 'invalid_request', answered(500, 599)),
  'refused.after-failure:invented': answerAgain(chats, 'an empty reply', completion('', { usage }), answered(500, 599)),
  'refused.after-failure:broken-stream': keepsBroken,
  'precedence.no-second-run': amongRepeats(everywhere, (repeats) => grantCredit(repeats)),
  'precedence.no-second-run:credit': forgetKeys(submissions, answered(402)),
  'precedence.no-second-run:rate': forgetKeys(everywhere, answered(429)),
});
