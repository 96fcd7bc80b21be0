import type { AdmissionBehaviour, RunStep } from '../../behaviour/admission.ts';
import type { Model } from '../../tenants/model.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller, RunRequest } from './admission-request.ts';

const modalities = { chat: 'text', image: 'image', transcription: 'audio_stt' } as const;

interface Run {
  readonly caller: Caller;
  readonly request: RunRequest;
  /** Models that can serve, in order; steps may leave some out. */
  models: readonly Model[];
}

type Step = (behaviour: AdmissionBehaviour, run: Run) => void;

/**
 * Checks a request that runs a model: returns the models that may serve it, in order. Throws the first refusal in the behaviour's order.
 */
export function admitRun(behaviour: AdmissionBehaviour, caller: Caller, request: RunRequest): readonly Model[] {
  const known = request.modelIds.flatMap((id) => caller.account.models.get(id) ?? []);
  const run: Run = { caller, request, models: known.filter(({ modality }) => modality === modalities[request.kind]) };
  for (const step of behaviour.runOrder) steps[step](behaviour, run);
  return run.models;
}

const steps: Readonly<Record<RunStep, Step>> = {
  model(_behaviour, { models, request }) {
    if (models.length > 0) return;
    const ids = request.modelIds.join(', ');
    throw new GatewayError('no_endpoint_available', `No endpoint can serve ${ids} on this route: no such model.`, {
      scope: 'model',
    });
  },
  'key-models'(behaviour, run) {
    const allowed = run.caller.key.restrictions.models;
    if (allowed === undefined) return;
    const permitted = run.models.filter(({ id }) => behaviour.isModelAllowed(id, allowed));
    const refuse =
      behaviour.forbiddenFallback === 'refuse' ? permitted.length < run.models.length : permitted.length === 0;
    if (refuse) throw new GatewayError('forbidden', "The model is outside the key's set.", { scope: 'model' });
    run.models = permitted;
  },
  policy(behaviour, { caller, request }) {
    const policy = caller.key.restrictions.policy;
    if (policy?.retention !== undefined && behaviour.looserRetention(request)) {
      throw new GatewayError('policy_conflict', "The key's policy forbids a looser retention class.", {
        scope: 'request',
      });
    }
    if (policy?.region !== undefined && behaviour.otherRegion(request)) {
      throw new GatewayError('policy_conflict', "The key's policy forbids another region.", { scope: 'request' });
    }
  },
  capability(behaviour, { request }) {
    const feature = behaviour.unsupportedFeature(request);
    if (feature === undefined) return;
    throw new GatewayError('unsupported_capability', `${feature}: this API does not offer it.`, { scope: 'request' });
  },
  filters(behaviour, { request }) {
    const filters = behaviour.excludingFilters(request);
    if (filters.length === 0) return;
    throw new GatewayError(
      'no_endpoint_available',
      `No endpoint passes the request's filters: ${filters.join(', ')}.`,
      {
        scope: 'route',
      },
    );
  },
  context(behaviour, { models, request }) {
    const model = models[0];
    if (model === undefined || !behaviour.isTooLong(request.body, model)) return;
    const message = `messages: longer than the context window of ${model.contextWindow} tokens.`;
    throw new GatewayError('context_length_exceeded', message, { scope: 'model' });
  },
  credit(behaviour, { caller, models }) {
    if (!behaviour.isOutOfCredit(caller, models[0]?.priceUsd ?? 0)) return;
    throw new GatewayError('insufficient_credit', 'No prepaid credit is left.', { scope: 'request' });
  },
  cap(behaviour, { caller, models }) {
    if (!behaviour.isOverCap(caller, models[0]?.priceUsd ?? 0)) return;
    throw new GatewayError('budget_exceeded', "The request would cross the key's monthly cap.", { scope: 'request' });
  },
};
