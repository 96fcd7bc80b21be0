import type { SeenRequest } from '@gateproof/simulator/behaviour';
import { afterwards, decide, remembering, rows } from '../../change.ts';
import { drop, rename, replace } from '../../edits/fields.ts';
import { acceptAs, fail, recode, refuse } from '../../operators/answers.ts';
import { inAnswers, inModels } from '../../operators/edit-messages.ts';
import { findModels, ofModality } from '../../operators/models.ts';
import { patternOf } from '../../requests/patterns.ts';
import { by } from '../../requests/seen.ts';
import { at, chats, where } from '../../scopes/requests.ts';

const reads = at('model-get');
const withoutSlash = where(reads, 'without a slash', ({ path }) => !/models\/.*(\/|%2F)/i.test(path));
const withPlainSlash = where(reads, 'with a plain slash', ({ path }) => /^\/v1\/models\/[^/]+\//.test(path));

/** Finds models by other ids than their own as well. */
const findAlso = (words: string, holds: (own: string, id: string) => boolean) =>
  findModels(words, (model, id, finds) => finds(model, id) || holds(model.id, id));

/** An id that no model had is refused for good. */
const rememberMisses = remembering((missed = new Set<string>(), nameOf = by('account', 'path')) => [
  afterwards('', (request, answer) => {
    if (request.route === 'model-get' && answer?.status === 404) missed.add(nameOf(request));
  }),
  refuse(
    where(reads, 'that was refused before', (request) => missed.has(nameOf(request))),
    'model_not_found',
  ),
]);
const isLaterInSet = ({ key, path }: SeenRequest) =>
  key?.restrictions.models?.slice(1).some((id) => decodeURIComponent(path).endsWith(id)) === true;
const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1);

export const modelGet = rows('model.get', {
  'content-type': acceptAs(reads, { contentType: 'text/plain' }),
  'id-echoed': inModels(replace('id', 'gateproof/other'), 'get'),
  inputs: inModels(drop('inputs')),
  'inputs:image': inAnswers(reads, ofModality('image', rename('inputs', 'input_schema'))),
  listed: refuse(reads, 'model_not_found'),
  'listed:restricted': refuse(where(reads, 'for later models of a set', isLaterInSet), 'forbidden'),
  'listed:image': findModels('no image model', (model, id, finds) => model.modality !== 'image' && finds(model, id)),
  'listed:remembered-miss': rememberMisses,
  'listed:dot': findModels('no slug with a dot', (model, id, finds) => finds(model, id.replace(/\.[^./]*$/, ''))),
  'listed:capitals': findModels('no id with capitals', (model, id, finds) => finds(model, id.toLowerCase())),
  'listed:colon': findModels('no id with a colon', (model, id, finds) => !id.includes(':') && finds(model, id)),
  'raw-slash': refuse(withPlainSlash, 'model_not_found'),
  unknown: recode('model_not_found', 'no_endpoint_available', reads),
  'unknown:characters': fail(where(reads, 'beyond ASCII', ({ path }) => /%[89A-F]/i.test(path))),
  'unknown:pattern': findAlso('a model by a pattern', (own, id) => /[_%]/.test(id) && patternOf(id).test(own)),
  'unknown:built-in': fail(where(reads, 'by names of any object', ({ path }) => /models\/constructor\b/.test(path))),
  'unknown:deeper': findAlso('a model under paths below its id', (own, id) => id.startsWith(`${own}/`)),
  'unknown:variant': findAlso('a model by a variant of its id', (own, id) => id.startsWith(`${own}:`)),
  'unknown:slug': findAlso('by slug alone', (own, id) => own.endsWith(`/${id}`)),
  'unknown:author': findAlso('by author alone', (own, id) => own.startsWith(`${id}/`)),
  'unknown:another-author': findAlso('under any author', (own, id) => id.includes('/') && slugOf(id) === slugOf(own)),
  preset: recode('model_not_found', 'no_endpoint_available', chats),
  'preset:ignored': decide('admission', 'takes no notice of presets', { presetWithoutModel: () => undefined }),
  'unknown-without-slash': recode('model_not_found', 'no_endpoint_available', withoutSlash),
  forbidden: decide('models', 'has no endpoint for models outside the set', { forbiddenCode: 'no_endpoint_available' }),
});
