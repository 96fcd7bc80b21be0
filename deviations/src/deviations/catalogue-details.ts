import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { answering, isObject, type JsonObject, refusing, retelling } from '../changes/exchange-changes.ts';
import { without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

/** Changes a Model as it is told alone. */
function alone(change: (told: JsonObject) => JsonObject): (behaviour: Behaviour) => Behaviour {
  return patch('models', ({ render }) => ({
    render: (model, where) => (where === 'get' ? change(render(model, where)) : render(model, where)),
  }));
}

/** What a gateway gets wrong in details of the catalogue. */
export const catalogueDetailDeviations: readonly Deviation[] = [
  breaking(
    'model.field.id.present',
    'leaves out the id of a model that is read',
    alone((told) => without(told, 'id')),
  ),
  breaking(
    'model.field.id.slash',
    'puts a colon between author and slug',
    alone((told) => ({ ...told, id: String(told.id).replace('/', ':') })),
  ),
  breaking(
    'model.list.data',
    'puts a name beside the models',
    answering((answer, { route }) =>
      route === 'model-list' && isObject(answer.body) && Array.isArray(answer.body.data)
        ? { ...answer, body: { ...answer.body, data: [...answer.body.data, 'gateproof/more'] } }
        : answer,
    ),
  ),
  breaking(
    'model.list.answered',
    'answers the list as text/plain',
    answering((answer, { route }) => (route === 'model-list' ? { ...answer, contentType: 'text/plain' } : answer)),
  ),
  breaking(
    'model.list.usable',
    'lists a model that it does not have',
    patch('models', ({ list }) => ({
      list: (entries) => list(entries.length === 0 ? entries : [{ ...entries[0], id: 'gateproof/gone' }, ...entries]),
    })),
  ),
  breaking(
    'model.get.listed',
    'finds no model by its id',
    refusing(({ route }) => route === 'model-get', 'model_not_found'),
  ),
  breaking(
    'model.get.raw-slash',
    'reads models under an encoded slash only',
    refusing(({ route, path }) => route === 'model-get' && /^\/v1\/models\/[^/]+\//.test(path), 'model_not_found'),
  ),
  breaking(
    'model.get.unknown-without-slash',
    'refuses to read ids without a slash for want of an endpoint',
    retelling(
      ({ status }, { route, path }) => route === 'model-get' && status === 404 && !/models\/.*(\/|%2F)/i.test(path),
      404,
      'no_endpoint_available',
    ),
  ),
  breaking(
    'model.agreement.inputs',
    'tells other inputs of a model that is read',
    alone((told) => (isObject(told.inputs) ? { ...told, inputs: { ...told.inputs, more: { type: 'string' } } } : told)),
  ),
];
