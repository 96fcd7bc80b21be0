import { about, atAttempt, laterEndpoints, retries } from '../../delivery-scopes.ts';
import { acknowledge, allBut, okWhere, only, waitForAnswer } from '../../operators/acknowledge.ts';
import { rows } from '../../rows.ts';

const nothing = only();

/** Answers that end a delivery. */
export const webhookAcknowledged = rows({
  'webhook.acknowledged.status-200': acknowledge(nothing),
  'webhook.acknowledged.status-200:body': acknowledge(okWhere('without a body', ({ isEmpty }) => isEmpty)),
  'webhook.acknowledged.status-200:second-endpoint': acknowledge(nothing, laterEndpoints),
  'webhook.acknowledged.status-201': acknowledge(only(200)),
  'webhook.acknowledged.status-201:failed': acknowledge(only(200), about('failed')),
  'webhook.acknowledged.status-201:location': acknowledge(
    okWhere('without a Location', ({ location }) => location === undefined),
  ),
  'webhook.acknowledged.status-202': acknowledge(allBut(202)),
  'webhook.acknowledged.status-204': acknowledge(allBut(204)),
  'webhook.acknowledged.status-204:canceled': acknowledge(allBut(204), about('canceled')),
  'webhook.acknowledged.status-other': acknowledge(only(200, 201, 202, 204)),
  'webhook.acknowledged.status-other:205': acknowledge(allBut(205)),
  'webhook.acknowledged.status-other:206': acknowledge(allBut(206)),
  'webhook.acknowledged.status-other:208': acknowledge(okWhere('up to 208', ({ status }) => status <= 208)),
  'webhook.acknowledged.on-retry': acknowledge(nothing, retries),
  'webhook.acknowledged.on-retry:204': acknowledge(only(200), retries),
  'webhook.acknowledged.on-retry:third': acknowledge(nothing, atAttempt(3)),
  'webhook.acknowledged.on-retry:seventh': acknowledge(nothing, atAttempt(7)),
  'webhook.acknowledged.in-nine-seconds:5s': waitForAnswer(5),
  'webhook.acknowledged.in-nine-seconds:8s': waitForAnswer(8.5),
  'webhook.acknowledged.in-nine-seconds:retry': waitForAnswer(5, retries),
});
