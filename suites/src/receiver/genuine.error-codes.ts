import { defineCheck, type EventType, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { type ErrorRow, errorTable } from '@gateproof/spec';
import { every } from '../support/every.ts';
import { controlVerifies, deliverAll, expectAcknowledged } from '../support/receiver/acknowledged.ts';
import {
  type ReceiverCheck,
  receiverCaseLimitMs,
  unlessTypeRefused,
} from '../support/receiver/define-receiver-check.ts';
import { readBack } from '../support/receiver/read-back.ts';

/** What a request is refused for before there is a job, or when none is found. */
const beforeJobs = [401, 409, 413];
const inJobs = ({ code, status }: ErrorRow) =>
  status !== null && !beforeJobs.includes(status) && !code.endsWith('_not_found');

const withError = (event: WebhookEvent, { code, kind }: ErrorRow): WebhookEvent => ({
  ...event,
  data: { ...event.data, error: { ...(event.data.error as object), code, kind } },
});

/** A failed job carries any code of the table that its request could be refused with (Errors). */
const errorCodes = defineCheck<EventType, ReceiverWorld>({
  rule: 'receiver.genuine.error-codes',
  ...every('job.failed'),
  caseLimitMs: receiverCaseLimitMs,
  decide: (world, type) =>
    unlessTypeRefused(world, type, async () => {
      await controlVerifies(world, type);
      const rows = [...errorTable.values()].filter(inJobs);
      const deliveries = rows.map((row) => ({ event: withError(world.event(type), row) }));
      for (const [place, exchange] of (await deliverAll(world, deliveries)).entries())
        expectAcknowledged(world, exchange, `a job.failed with the code ${rows[place]?.code}`);
      await readBack(
        world,
        deliveries.map(({ event }) => event),
      );
    }),
});

const codes: readonly ReceiverCheck[] = [errorCodes];
export default codes;
