import { type Behaviour, type BodyProblem, chatFields, type FieldKind, patch } from '@gateproof/simulator/behaviour';
import { isObject, refusing as refusingWith } from '../changes/exchange-changes.ts';
import { without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function untyped(field: string): (behaviour: Behaviour) => Behaviour {
  return patch('bodies', ({ fieldTypes }) => ({ fieldTypes: without(fieldTypes, field) as Record<string, FieldKind> }));
}

/** Treats a valid body as an invalid one. */
function refusing(applies: (body: JsonObject) => boolean, field: string): (behaviour: Behaviour) => Behaviour {
  return patch('bodies', ({ problem }) => ({
    problem: (body, serviceField) =>
      applies(body) ? { field, wanted: 'is not allowed here' } : problem(body, serviceField),
  }));
}

/** Takes one sort of invalid body for a failure of its own. */
function failingAt(cause: BodyProblem): (behaviour: Behaviour) => Behaviour {
  return patch('bodies', ({ refusal }) => ({
    refusal: (present) => (present === cause ? 'internal_error' : refusal(present)),
  }));
}

/** What is refused although it is valid. */
const accepted: readonly (readonly [rest: string, summary: string, apply: (behaviour: Behaviour) => Behaviour])[] = [
  ['max-tokens', 'refuses max_tokens', refusing((body) => 'max_tokens' in body, 'max_tokens')],
  [
    'max-completion-tokens',
    'refuses max_completion_tokens',
    refusing((body) => 'max_completion_tokens' in body, 'max_completion_tokens'),
  ],
  [
    'temperature',
    'refuses a temperature with a fraction',
    refusing(({ temperature }) => typeof temperature === 'number' && !Number.isInteger(temperature), 'temperature'),
  ],
  [
    'tools',
    'takes tools for a failure of its own',
    refusingWith(({ body }) => isObject(body) && 'tools' in body, 'internal_error'),
  ],
  [
    'json-object',
    'refuses json_object',
    refusing(
      ({ response_format: format }) => (format as JsonObject | undefined)?.type === 'json_object',
      'response_format',
    ),
  ],
  [
    'json-schema',
    'refuses json_schema',
    refusing(
      ({ response_format: format }) => (format as JsonObject | undefined)?.type === 'json_schema',
      'response_format',
    ),
  ],
  [
    'provider',
    'refuses an empty provider object',
    refusing(
      ({ provider }) => typeof provider === 'object' && provider !== null && Object.keys(provider).length === 0,
      'provider',
    ),
  ],
  [
    'svc',
    'refuses an empty service object',
    patch('bodies', ({ problem }) => ({
      problem: (body, field) => {
        const service = body[field];
        const isEmpty = typeof service === 'object' && service !== null && Object.keys(service).length === 0;
        return isEmpty ? { field, wanted: 'must not be empty' } : problem(body, field);
      },
    })),
  ],
  [
    'charset',
    'refuses a content type with a charset',
    patch('bodies', { contentTypeProblem: (type) => (type?.includes('charset') ? 'no charset, please' : undefined) }),
  ],
];

/** Ways to take invalid bodies, and to refuse valid ones. */
export const chatBodyDeviations: readonly Deviation[] = [
  ...chatFields.map((field) =>
    breaking(`chat.body.${field.replaceAll('_', '-')}.type`, `does not look at the type of ${field}`, untyped(field)),
  ),
  ...(['model', 'messages'] as const).map((field) =>
    breaking(
      `chat.body.${field}.missing`,
      `does without ${field}`,
      patch('bodies', ({ requiredFields }) => ({ requiredFields: requiredFields.filter((name) => name !== field) })),
    ),
  ),
  breaking(
    'chat.body.models.item-type',
    'does not look at the items of models',
    patch('bodies', ({ fieldTypes }) => ({ fieldTypes: { ...fieldTypes, models: 'array' as const } })),
  ),
  breaking(
    'chat.body.response-format.unknown',
    'takes any response_format',
    patch('bodies', { isResponseFormat: () => true }),
  ),
  breaking(
    'chat.body.response-format.unknown:unnamed',
    'does not name the field when it does not know the response_format',
    patch('bodies', ({ messageFor }) => ({
      messageFor: (field, wanted) =>
        field === 'response_format.type' ? 'That is not known.' : messageFor(field, wanted),
    })),
  ),
  breaking(
    'chat.body.svc.type',
    'does not look at the type of the service object',
    patch('bodies', { serviceType: undefined }),
  ),
  breaking(
    'chat.body.never-served',
    'answers a body that is not JSON and JSON that is no object as its own failure',
    patch('bodies', ({ refusal }) => ({
      refusal: (problem) => (problem === 'malformed' || problem === 'not-object' ? 'internal_error' : refusal(problem)),
    })),
  ),
  breaking('chat.body.empty', 'answers an empty body as its own failure', failingAt('empty')),
  breaking('chat.body.malformed', 'answers a body that is not JSON as its own failure', failingAt('malformed')),
  breaking('chat.body.not-object', 'answers JSON that is no object as its own failure', failingAt('not-object')),
  breaking(
    'chat.refusal.names-wrong-field',
    'does not name the field of the wrong type',
    patch('bodies', ({ messageFor }) => ({
      messageFor: (field, wanted) =>
        wanted === 'is required' || field === 'models' ? messageFor(field, wanted) : 'The body is invalid.',
    })),
  ),
  breaking(
    'chat.refusal.names-missing-field',
    'does not name the field that is missing',
    patch('bodies', ({ messageFor }) => ({
      messageFor: (field, wanted) => (wanted === 'is required' ? 'The body is incomplete.' : messageFor(field, wanted)),
    })),
  ),
  breaking(
    'chat.refusal.without-effect',
    'calls the endpoint before it looks at the body',
    patch('admission', { dispatchesRefused: (code) => code === 'invalid_request' }),
  ),
  breaking('chat.refusal.uncharged', 'charges refused requests', patch('admission', { chargesRefused: () => true })),
  ...accepted.map(([rest, summary, apply]) => breaking(`chat.accepted.${rest}`, summary, apply)),
];
