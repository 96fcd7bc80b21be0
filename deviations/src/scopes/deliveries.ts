import type { Account, Attempt, DeliveryOf, FinalState, Job, WebhookEndpoint } from '@gateproof/simulator/behaviour';
import type { Scope } from './requests.ts';

/** Which deliveries a change concerns, or which attempts at them. */
export type DeliveryScope<Of = Attempt> = Scope<Of>;

type OfJob = Pick<DeliveryOf, 'finished'>;

/** Deliveries for which a condition holds. */
type OfDelivery = Scope<DeliveryOf>;
export const deliveries = (words: string, covers: (of: DeliveryOf) => boolean): OfDelivery => ({ words, covers });

/** Attempts for which a condition holds. */
export const attempts = (words: string, covers: (attempt: Attempt) => boolean): DeliveryScope => ({ words, covers });

export const everyDelivery: DeliveryScope = { words: '', covers: () => true };
export const retries = attempts('on retries', ({ number }) => number > 1);
export const atAttempt = (made: number) => attempts(`at attempt ${made}`, ({ number }) => number === made);
export const fromAttempt = (made: number) => attempts(`from attempt ${made}`, ({ number }) => number >= made);
export const rotated = deliveries('at endpoints with two secrets', ({ endpoint }) => endpoint.secrets.length > 1);
export const laterEndpoints = deliveries('at endpoints that were added later', ({ finished, endpoint }) => {
  return endpointsOf(finished.account)[0]?.id !== endpoint.id;
});

/** About jobs that have all of these traits: their state, their kind. */
export const about = (...traits: readonly (FinalState | Job['kind'])[]): Scope<OfJob> => ({
  words: `about ${traits.join(' ')} jobs`,
  covers: ({ finished: { type, job } }) => traits.every((trait) => type === `job.${trait}` || job.kind === trait),
});

export const failedWith = ({ stage }: Job, ...codes: readonly string[]): boolean =>
  stage.state === 'failed' && codes.includes(stage.error.code);

/** About jobs whose input was discarded after a day. */
export const aboutDiscarded: Scope<OfJob> = {
  words: 'about discarded jobs',
  covers: ({ finished: { job } }) => failedWith(job, 'retention_expired'),
};

/** In the order of registration. */
export const endpointsOf = (account: Account): readonly WebhookEndpoint[] => [...account.webhooks.values()];
