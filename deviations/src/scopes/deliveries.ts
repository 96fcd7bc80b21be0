import type { Account, Attempt, DeliveryOf, FinalState, Job, WebhookEndpoint } from '@gateproof/simulator/behaviour';

/** Which deliveries a change concerns, or which attempts at them, and in words that end a sentence. */
export interface DeliveryScope<Of = Attempt> {
  readonly words: string;
  readonly covers: (of: Of) => boolean;
}

type OfJob = Pick<DeliveryOf, 'finished'>;

export const everyDelivery: DeliveryScope<OfJob> = { words: '', covers: () => true };
export const retries: DeliveryScope = { words: 'on retries', covers: ({ number }) => number > 1 };
export const laterEndpoints: DeliveryScope<DeliveryOf> = {
  words: 'at endpoints that were added later',
  covers: ({ finished, endpoint }) => endpointsOf(finished.account)[0]?.id !== endpoint.id,
};
/** About jobs whose input was discarded after a day. */
export const aboutDiscarded = aboutJobs('discarded jobs', (job) => failedWith(job, 'retention_expired'));

export function atAttempt(number: number): DeliveryScope {
  return { words: `at attempt ${number}`, covers: (attempt) => attempt.number === number };
}

export function fromAttempt(number: number): DeliveryScope {
  return { words: `from attempt ${number}`, covers: (attempt) => attempt.number >= number };
}

/** About jobs that have all of these traits: their state, their kind. */
export const about = (...traits: readonly (FinalState | Job['kind'])[]): DeliveryScope<OfJob> => ({
  words: `about ${traits.join(' ')} jobs`,
  covers: ({ finished: { type, job } }) => traits.every((trait) => type === `job.${trait}` || job.kind === trait),
});

export function aboutJobs(words: string, holds: (job: Job) => boolean): DeliveryScope<OfJob> {
  return { words: `about ${words}`, covers: ({ finished }) => holds(finished.job) };
}

export function failedWith({ stage }: Job, ...codes: readonly string[]): boolean {
  return stage.state === 'failed' && codes.includes(stage.error.code);
}

/** In the order of registration. */
export function endpointsOf(account: Account): readonly WebhookEndpoint[] {
  return [...account.webhooks.values()];
}

/** Deliveries for which a condition holds. */
export function deliveries(words: string, covers: (of: DeliveryOf) => boolean): DeliveryScope<DeliveryOf> {
  return { words, covers };
}
