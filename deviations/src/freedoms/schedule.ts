import { decide, freedomRows, overrule, together } from '../change.ts';
import { firstTimes, laterTimes } from '../memory.ts';
import { waitForAnswer } from '../operators/acknowledge.ts';
import { withhold } from '../operators/events.ts';
import { after, between, giveUp, tryUpTo } from '../operators/retry.ts';
import { wait } from '../operators/wait.ts';
import { deliveries, fromAttempt } from '../scopes/deliveries.ts';
import { recordsOf } from '../scopes/delivery-log.ts';

const afterGone = deliveries('to endpoints that are gone', ({ finished, endpoint }) => {
  const records = recordsOf(finished.account).filter(({ endpointId }) => endpointId === endpoint.id);
  return records.some(({ attempts }) => attempts.some(({ status }) => status === 410));
});
const afterGivingUp = deliveries('to endpoints at which one was given up', ({ finished, endpoint }) => {
  return recordsOf(finished.account).some(
    ({ endpointId, state }) => endpointId === endpoint.id && state === 'given-up',
  );
});

/** When and how often events may be tried otherwise. */
export const scheduleVariations = freedomRows({
  'F020 webhook.schedule.twelve-hours': wait(1.2, 6, 24, 60, 120, 210, 312),
  'F020 webhook.schedule.a-day': wait(6, 30, 60, 144, 240, 390, 564),
  'F020 webhook.schedule.nine-hours': wait(6, 18, 36, 60, 96, 144, 192),
  'F020 webhook.schedule.thirty-hours': wait(30, 60, 120, 180, 300, 450, 600),
  'F020 webhook.schedule.capped': wait(6, 30, 60, 180, 300, 300, 300),
  'F020 webhook.schedule.jitter': overrule(
    'webhooks.gapMs',
    'adds much jitter that keeps growth',
    (gap, made, of, answer) => gap(made, 0.5, answer) * (1 + 0.1 * (of - 0.5)),
  ),
  'F020 delivery.schedule.slow-growth': wait(140, 146, 152, 158, 164, 170, 176),
  'F020 delivery.schedule.linear': wait(45, 90, 135, 180, 225, 270, 315),
  'F020 delivery.schedule.doubling': wait(10, 20, 40, 80, 160, 320, 640),
  'F020 delivery.schedule.sudden': wait(1, 2, 4, 8, 16, 32, 1_200),
  'F020 delivery.schedule.seconds': wait(0.1, 0.5, 5, 60, 180, 360, 600),
  'F094 delivery.schedule.from-start': overrule(
    'webhooks.gapMs',
    'counts gaps from the start of attempts',
    (gap, ...of) => gap(...of) - (of[2] === undefined ? 10_000 : 0),
  ),
  'F091 webhook.attempts.seven': tryUpTo(7),
  'F091 webhook.attempts.gone': giveUp(after(410)),
  'F091 delivery.attempts.three': tryUpTo(3),
  'F091 delivery.attempts.client-errors': giveUp(between(400, 500), fromAttempt(2)),
  'F091 delivery.attempts.gone-disables': together(giveUp(after(410)), withhold(afterGone)),
  'F091 delivery.attempts.given-up-disables': withhold(afterGivingUp),
  'F099 delivery.order': decide('webhooks', 'delivers events one after the other', { inOrder: true }),
  'F099 delivery.first.after-a-second': decide('webhooks', 'sends events within a second', { firstWaitMs: () => 800 }),
  'F099 delivery.first.late': decide('webhooks', 'sends its first events seven seconds late', {
    firstWaitMs: firstTimes(6, 7_000),
  }),
  'F099 delivery.first.late-at-last': decide('webhooks', 'sends twenty events nine seconds late after eighty', {
    firstWaitMs: laterTimes(80, 20, 9_000),
  }),
  'F093 webhook.answer.nine-and-a-half': waitForAnswer(9.6),
  'F093 webhook.answer.ten-and-a-half': waitForAnswer(10.4),
  'F093 webhook.answer.real-time': decide('webhooks', 'waits ten seconds of real time', { answerLimitIsReal: true }),
  'F088 webhook.removed.goes-on': decide('webhooks', 'goes on at removed endpoints', { goesOnAfterRemoval: true }),
});
