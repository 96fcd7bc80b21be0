import { patch, type SeenRequest } from '@gateproof/simulator/behaviour';
import { change } from '../../change.ts';
import { drop, rename, replace } from '../../edits.ts';
import { sendAs } from '../../operators/answers.ts';
import { inAnswers, inModels } from '../../operators/edit-messages.ts';
import { findModels, ofModality } from '../../operators/models.ts';
import { recode, refuse } from '../../operators/refuse.ts';
import { rows } from '../../rows.ts';
import { at, where } from '../../scopes.ts';

const reads = at('model-get');
const withoutSlash = where(reads, 'without a slash', ({ path }) => !/models\/.*(\/|%2F)/i.test(path));
const withPlainSlash = where(reads, 'with a plain slash', ({ path }) => /^\/v1\/models\/[^/]+\//.test(path));

export const modelGet = rows({
  'model.get.content-type': sendAs('text/plain', reads),
  'model.get.id-echoed': inModels(replace('id', 'gateproof/other'), 'get'),
  'model.get.inputs': inModels(drop('inputs')),
  'model.get.inputs:image': inAnswers(reads, ofModality('image', rename('inputs', 'input_schema'))),
  'model.get.listed': refuse(reads, 'model_not_found'),
  'model.get.listed:restricted': refuse(where(reads, 'for later models of a set', isLaterInSet), 'forbidden'),
  'model.get.listed:image': findModels(
    'no image model',
    (model, id, finds) => model.modality !== 'image' && finds(model, id),
  ),
  'model.get.listed:dot': findModels('no slug with a dot', (model, id, finds) =>
    finds(model, id.replace(/\.[^./]*$/, '')),
  ),
  'model.get.listed:capitals': findModels('no id with capitals', (model, id, finds) => finds(model, id.toLowerCase())),
  'model.get.raw-slash': refuse(withPlainSlash, 'model_not_found'),
  'model.get.unknown': recode('model_not_found', 'no_endpoint_available', reads),
  'model.get.unknown:deeper': findModels(
    'a model under paths below its id',
    (model, id, finds) => finds(model, id) || id.startsWith(`${model.id}/`),
  ),
  'model.get.unknown-without-slash': recode('model_not_found', 'no_endpoint_available', withoutSlash),
  'model.get.forbidden': change(
    'answers no_endpoint_available to reads of models outside the set',
    patch('models', { forbiddenCode: 'no_endpoint_available' }),
  ),
});

function isLaterInSet(request: SeenRequest): boolean {
  const [, ...later] = request.key?.restrictions.models ?? [];
  return later.some((id) => decodeURIComponent(request.path).endsWith(id));
}
