import type { AdmissionBehaviour, RunStep } from '../../behaviour/admission.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Model } from '../../records/model.ts';
import type { Caller, RunRequest } from '../../tenants/admission-request.ts';
import { policyConflict } from './policy-conflict.ts';
import { refuseForMoney } from './refuse-for-money.ts';

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
  const models: Model[] = [];
  for (const id of request.modelIds) {
    const model = caller.account.models.get(id);
    if (model !== undefined && behaviour.isServed(request.kind, model)) models.push(model);
  }
  const run: Run = { caller, request, models };
  for (const step of behaviour.runSteps(caller, request)) steps[step](behaviour, run);
  return run.models;
}

const steps: Readonly<Record<RunStep, Step>> = {
  model(behaviour, { caller, request, models }) {
    const preset = behaviour.presetWithoutModel(request);
    if (preset !== undefined)
      throw new GatewayError('model_not_found', `The model of the preset ${preset} does not exist.`, {
        scope: 'model',
      });
    if (models.length === request.modelIds.length) return;
    // Not from the models left: those outside the key's set may have been passed over before.
    const unknown = request.modelIds.filter((id) => {
      const model = caller.account.models.get(id);
      return model === undefined || !behaviour.isServed(request.kind, model);
    });
    if (unknown.length === 0) return;
    const code = behaviour.unknownModel(request, unknown);
    if (code === undefined) return;
    const message = `No endpoint can serve ${unknown.join(', ')} on this route: no such model.`;
    throw new GatewayError(code, message, { scope: 'model' });
  },
  'key-models'(behaviour, run) {
    const allowed = run.caller.key.restrictions.models;
    if (allowed === undefined) return;
    const permitted = run.models.filter(({ id }) =>
      behaviour.isModelAllowed(id, allowed, run.caller, run.request.modelIds.indexOf(id)),
    );
    const refuse =
      behaviour.forbiddenFallback === 'refuse' ? permitted.length < run.models.length : permitted.length === 0;
    if (refuse) throw new GatewayError('forbidden', "The model is outside the key's set.", { scope: 'model' });
    run.models = permitted;
  },
  policy(_behaviour, { caller, request }) {
    const conflict = policyConflict(caller, request);
    if (conflict === undefined) return;
    throw new GatewayError('policy_conflict', `The key's policy forbids ${conflict}.`, { scope: 'request' });
  },
  capability(behaviour, { request }) {
    const feature = behaviour.unsupportedFeature(request);
    if (feature === undefined) return;
    throw new GatewayError('unsupported_capability', `${feature}: this API does not offer it.`, { scope: 'request' });
  },
  filters(behaviour, { request }) {
    const filters = behaviour.excludingFilters(request);
    if (filters.length === 0) return;
    const message = `No endpoint passes the request's filters: ${filters.join(', ')}.`;
    throw new GatewayError('no_endpoint_available', message, { scope: 'route' });
  },
  context(behaviour, { models, request }) {
    const model = models[0];
    if (model === undefined || !behaviour.isTooLong(request.body, model)) return;
    const message = `messages: longer than the context window of ${model.contextWindow} tokens.`;
    throw new GatewayError('context_length_exceeded', message, { scope: 'model' });
  },
  credit: (behaviour, { caller, models }) => refuseForMoney(behaviour, caller, 'credit', highestPriceUsd(models)),
  cap: (behaviour, { caller, models }) => refuseForMoney(behaviour, caller, 'cap', highestPriceUsd(models)),
};

function highestPriceUsd(models: readonly Model[]): number {
  let highest = 0;
  for (const { priceUsd } of models) if (priceUsd > highest) highest = priceUsd;
  return highest;
}
