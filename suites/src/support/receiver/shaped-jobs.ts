import type { ReceiverWorld, WebhookEvent } from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';

type Job = WebhookEvent['data'];

/** The event with these fields in its job. */
export const withJob = (event: WebhookEvent, fields: Job): WebhookEvent => ({
  ...event,
  data: { ...event.data, ...fields },
});

/** A job without these fields. */
export const without = (job: Job, names: readonly string[]): Job =>
  Object.fromEntries(Object.entries(job).filter(([name]) => !names.includes(name)));

/** The event with a job of so many outputs. */
export const withOutputs = (event: WebhookEvent, world: ReceiverWorld, length: number): WebhookEvent =>
  withJob(event, { output: Array.from({ length }, (_, n) => outputItem(world, n)) });

function outputItem(world: ReceiverWorld, n: number): Readonly<Record<string, unknown>> {
  return {
    url: `https://files.example.com/${n}-${'long-name-'.repeat(12)}.png`,
    url_expires_at: new Date(world.nowS() * 1000 + hourMs).toISOString(),
    type: 'image/png',
    bytes: 68 + n,
    checksum_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
}

/** The event with nothing optional in its job but what its state says: a link of a succeeded one, the code and message of a failed one. */
export function bare(event: WebhookEvent): WebhookEvent {
  const { error } = event.data as { readonly error?: { readonly code: string; readonly message: string } };
  return {
    ...event,
    data: {
      ...without(event.data, ['started_at', 'completed_at', 'output', 'usage', 'retry_of', 'error']),
      ...(event.type === 'job.succeeded' ? { output: [{ url: 'https://files.example.com/1.png' }] } : {}),
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    },
  };
}

/** The same of a model with a short name, in few words. */
export const short = (event: WebhookEvent): WebhookEvent =>
  withJob(bare(event), {
    model: 'a/b',
    progress: { percent: 100, phase: 'end' },
    svc_metadata: { ...(event.data.svc_metadata as object), requested_model: 'a/b', policy: [] },
    ...(event.type === 'job.failed' ? { error: { code: 'internal_error', message: 'Failed.' } } : {}),
  });
