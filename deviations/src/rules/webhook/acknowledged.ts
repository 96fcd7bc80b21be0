import { rows } from '../../change.ts';
import { acknowledge, allBut, okWhere, only, waitForAnswer } from '../../operators/acknowledge.ts';
import { about, atAttempt, laterEndpoints, retries } from '../../scopes/deliveries.ts';

const nothing = only();

/** Answers that end a delivery. */
export const webhookAcknowledged = rows('webhook.acknowledged', {
  'status-200': acknowledge(nothing),
  'status-200:body': acknowledge(okWhere('without a body', ({ isEmpty }) => isEmpty)),
  'status-200:second-endpoint': acknowledge(nothing, laterEndpoints),
  'status-201': acknowledge(only(200)),
  'status-201:failed': acknowledge(only(200), about('failed')),
  'status-201:location': acknowledge(okWhere('without a Location', ({ location }) => location === undefined)),
  'status-202': acknowledge(allBut(202)),
  'status-204': acknowledge(allBut(204)),
  'status-204:canceled': acknowledge(allBut(204), about('canceled')),
  'status-other': acknowledge(only(200, 201, 202, 204)),
  'status-other:205': acknowledge(allBut(205)),
  'status-other:206': acknowledge(allBut(206)),
  'status-other:208': acknowledge(okWhere('up to 208', ({ status }) => status <= 208)),
  'on-retry': acknowledge(nothing, retries),
  'on-retry:204': acknowledge(only(200), retries),
  'on-retry:third': acknowledge(nothing, atAttempt(3)),
  'on-retry:seventh': acknowledge(nothing, atAttempt(7)),
  'in-nine-seconds:5s': waitForAnswer(5),
  'in-nine-seconds:8s': waitForAnswer(8.5),
  'in-nine-seconds:retry': waitForAnswer(5, retries),
});
