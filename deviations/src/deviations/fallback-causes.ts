import {
  type Account,
  type Behaviour,
  type Candidate,
  type EndpointFailure,
  type Model,
  patch,
} from '@gateproof/simulator/behaviour';
import { insideEach, without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';
import { choosing, hasList } from './fallback.ts';
import { namingAnother, unlistedModels } from './naming-another.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Gives up at failures of a kind. */
function givingUpAt(applies: (failure: EndpointFailure) => boolean): (behaviour: Behaviour) => Behaviour {
  return patch('routing', ({ mayFailOver }) => ({
    mayFailOver: (state) => !applies(state.failure) && mayFailOver(state),
  }));
}

const endpointsOf = (models: readonly Model[]): readonly Candidate[] =>
  models.flatMap((model) => model.endpoints.map((endpoint) => ({ model, endpoint })));

/** The endpoints of the account's models that the request does not name. */
const unlisted = (account: Account, present: readonly Candidate[]): readonly Candidate[] =>
  endpointsOf(unlistedModels(account, present));

/** Which failures lead on, and to whom. */
export const fallbackCauseDeviations: readonly Deviation[] = [
  breaking(
    'fallback.cause.unreachable',
    'gives up at a refused connection',
    givingUpAt(({ how }) => how === 'unreachable' || how === 'connection-lost'),
  ),
  breaking(
    'fallback.cause.server-error',
    'gives up at a 5xx',
    givingUpAt((failure) => failure.how === 'status' && failure.status >= 500),
  ),
  breaking(
    'fallback.cause.server-error:503',
    'gives up at a 503',
    givingUpAt((failure) => failure.how === 'status' && failure.status === 503),
  ),
  breaking(
    'fallback.cause.connection-lost',
    'gives up at a lost connection',
    givingUpAt(({ how }) => how === 'connection-lost'),
  ),
  breaking(
    'fallback.answer.no-list',
    'asks another model without being told to',
    choosing((present, account, body) => (hasList(body) ? present : [...present, ...unlisted(account, present)])),
  ),
  breaking(
    'fallback.answer.listed-only',
    'asks a model that is not listed when all listed ones fail',
    choosing((present, account, body) => (hasList(body) ? [...present, ...unlisted(account, present)] : present)),
  ),
  breaking(
    'fallback.answer.model-named',
    'names a model of no list after a fallback',
    namingAnother(({ model, requestedModel }) => model !== requestedModel),
  ),
  breaking(
    'fallback.answer.whole',
    'tells of the fallback in the content',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        identity.failedBefore === 0 || identity.model === identity.requestedModel
          ? completion(served, identity)
          : insideEach(completion(served, identity), 'choices', (choice) => ({
              ...choice,
              message: {
                ...(choice.message as object),
                content: `[fallback] ${(choice.message as JsonObject).content}`,
              },
            })),
    })),
  ),
  breaking(
    'fallback.answer.same-request:settings',
    'asks fallback models without the settings',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody: (body, model, field) =>
        upstreamBody(
          body.model === model.id ? body : without(without(body, 'temperature'), 'max_tokens'),
          model,
          field,
        ),
    })),
  ),
  breaking(
    'fallback.answer.same-request:messages',
    'asks fallback models with the last message only',
    patch('routing', ({ upstreamBody }) => ({
      upstreamBody: (body, model, field) =>
        upstreamBody(
          body.model === model.id ? body : { ...body, messages: (body.messages as unknown[]).slice(-1) },
          model,
          field,
        ),
    })),
  ),
  breaking(
    'fallback.exhausted.error',
    'tells its own failure when all models fail',
    patch('routing', ({ finalCode }) => ({
      finalCode: (codes) => (codes.length > 1 ? 'internal_error' : finalCode(codes)),
    })),
  ),
  breaking(
    'fallback.exhausted.all-asked',
    'asks two fallback models at most',
    choosing((present) => {
      const ids = [...new Set(present.map(({ model }) => model.id))].slice(0, 3);
      return present.filter(({ model }) => ids.includes(model.id));
    }),
  ),
  breaking(
    'fallback.endpoint.others-tried',
    'asks two endpoints of a model at most',
    patch('routing', ({ candidates }) => ({
      candidates: (models, account, body) =>
        candidates(models, account, body).filter(
          ({ model }, place, all) => place - all.findIndex((other) => other.model === model) < 2,
        ),
    })),
  ),
  breaking(
    'fallback.endpoint.whole-answer',
    'tells of the other endpoint in the content',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        identity.failedBefore === 0 || identity.model !== identity.requestedModel
          ? completion(served, identity)
          : insideEach(completion(served, identity), 'choices', (choice) => ({
              ...choice,
              message: { ...(choice.message as object), content: `${(choice.message as JsonObject).content} (again)` },
            })),
    })),
  ),
  breaking(
    'fallback.endpoint.same-model',
    'names another model when another endpoint served',
    namingAnother(({ failedBefore, model, requestedModel }) => failedBefore > 0 && model === requestedModel),
  ),
];
