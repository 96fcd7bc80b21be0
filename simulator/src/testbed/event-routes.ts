import type { FastifyInstance } from 'fastify';
import type { TriggeredEvent } from '../control/delivery-protocol.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import { goneSignal } from '../http/gone-signal.ts';
import { triggerEvent } from '../http/trigger-event.ts';
import type { TestbedParts } from './testbed-parts.ts';
import { waitUntil } from './wait-until.ts';

const types = ['job.succeeded', 'job.failed', 'job.canceled'] as const;
const kinds = ['image', 'transcription'] as const;
/** How long the first attempts may take, in ms of real time. */
const firstAttemptsMs = 10_000;

/** The simulator's own operation that lets an event come about. Answers once every delivery of it has been attempted, or after ten seconds. */
export function eventRoutes(
  app: FastifyInstance,
  options: GatewayOptions,
  { base, accountOf, body }: TestbedParts,
): void {
  app.post(`${base}/accounts/:account/events`, async (request, reply): Promise<TriggeredEvent> => {
    const account = accountOf(request);
    const { type, job: kind = 'image' } = body(request);
    const origin = `${request.protocol}://${request.host}`;
    const job = await triggerEvent(options, {
      account,
      type: choice('type', type, types),
      kind: choice('job', kind, kinds),
      requestId: request.id,
      origin,
    });
    const deliveries = () =>
      [...account.deliveries.values()].map(({ record }) => record).filter(({ jobId }) => jobId === job.id);
    const { workbench } = account;
    const wait = { workbench, clock: options.clock, timeoutMs: firstAttemptsMs, signal: goneSignal(reply) };
    await waitUntil(wait, () => (deliveries().every(({ attempts }) => attempts.length > 0) ? true : undefined));
    reply.code(201);
    return { job_id: job.id, deliveries: deliveries() };
  });
}

function choice<Choice extends string>(name: string, value: unknown, choices: readonly Choice[]): Choice {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw new GatewayError('invalid_request', `${name}: must be one of ${choices.join(', ')}.`, { scope: 'request' });
}
