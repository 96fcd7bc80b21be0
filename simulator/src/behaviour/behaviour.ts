import { type AdmissionBehaviour, referenceAdmission } from './admission.ts';
import { type AuthenticationBehaviour, referenceAuthentication } from './authentication.ts';
import { type BodyBehaviour, referenceBodies } from './bodies.ts';
import { type CompletionBehaviour, referenceCompletions } from './completions.ts';
import { type ErrorBehaviour, referenceErrors } from './errors.ts';
import { type ExchangeBehaviour, referenceExchanges } from './exchanges.ts';
import { type IdempotencyBehaviour, referenceIdempotency } from './idempotency.ts';
import { type JobBehaviour, referenceJobs } from './jobs.ts';
import { type ModelBehaviour, referenceModels } from './models.ts';
import { type RouteBehaviour, referenceRoutes } from './routes.ts';
import { type RoutingBehaviour, referenceRouting } from './routing.ts';
import { referenceStreaming, type StreamingBehaviour } from './streaming.ts';
import { referenceUsage, type UsageBehaviour } from './usage.ts';
import { referenceWebhooks, type WebhookBehaviour } from './webhooks.ts';

/** Every decision that a rule of the contract speaks of. A deviation or a variation is a patch of this record. */
export interface Behaviour {
  readonly routes: RouteBehaviour;
  readonly authentication: AuthenticationBehaviour;
  readonly admission: AdmissionBehaviour;
  readonly bodies: BodyBehaviour;
  readonly routing: RoutingBehaviour;
  readonly streaming: StreamingBehaviour;
  readonly completions: CompletionBehaviour;
  readonly idempotency: IdempotencyBehaviour;
  readonly models: ModelBehaviour;
  readonly jobs: JobBehaviour;
  readonly errors: ErrorBehaviour;
  readonly exchanges: ExchangeBehaviour;
  readonly usage: UsageBehaviour;
  readonly webhooks: WebhookBehaviour;
}

/** The behaviour that keeps the contract. */
export const referenceBehaviour: Behaviour = {
  routes: referenceRoutes,
  authentication: referenceAuthentication,
  admission: referenceAdmission,
  bodies: referenceBodies,
  routing: referenceRouting,
  streaming: referenceStreaming,
  completions: referenceCompletions,
  idempotency: referenceIdempotency,
  models: referenceModels,
  jobs: referenceJobs,
  errors: referenceErrors,
  exchanges: referenceExchanges,
  usage: referenceUsage,
  webhooks: referenceWebhooks,
};
