import type { JsonObject } from '@gateproof/spec';
import type { BodyBehaviour, FieldKind } from '../../behaviour/bodies.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { nestingDepth } from './nesting-depth.ts';

/** Most arrays and objects inside each other; what is deeper could not be written again. */
const mostLevels = 256;

const decoder = new TextDecoder('utf-8', { fatal: true });

const holds: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const wanted: Readonly<Record<FieldKind, string>> = {
  string: 'must be a string',
  array: 'must be an array',
  strings: 'must be an array of strings',
  boolean: 'must be true or false',
  integer: 'must be an integer',
  number: 'must be a number',
  object: 'must be an object',
};

/** The request body as a JSON object. Throws `invalid_request` for anything else. */
export function parseObject(behaviour: BodyBehaviour, raw: Uint8Array, contentType?: string): JsonObject {
  const refused = (what: string) => new GatewayError('invalid_request', what, { scope: 'request' });
  const problem = behaviour.contentTypeProblem(contentType);
  if (problem !== undefined) throw refused(`Content-Type: ${problem}.`);
  if (raw.length > mostLevels && nestingDepth(raw) > mostLevels) {
    throw refused(`body: must not be nested deeper than ${mostLevels} levels.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(raw));
  } catch {
    throw raw.length === 0 ? refused('body: is required.') : refused('body: must be JSON in UTF-8.');
  }
  if (!holds.object(value)) throw refused('body: must be a JSON object.');
  return value as JsonObject;
}

export interface BodyFields {
  readonly required: readonly string[];
  readonly known: readonly string[];
  /** The service's own object (`svc`); one of the known fields. */
  readonly serviceField: string;
}

/** Checks required fields, types and the length of `models`. Throws `invalid_request` that names the field. */
export function validateBody(behaviour: BodyBehaviour, body: JsonObject, fields: BodyFields): void {
  const invalid: Invalid = (field, what) =>
    new GatewayError('invalid_request', behaviour.messageFor(field, what), { scope: 'request' });
  for (const field of fields.required) {
    if (body[field] === undefined || body[field] === null) throw invalid(field, 'is required');
  }
  for (const field of fields.known) {
    const kind = field === fields.serviceField ? behaviour.serviceType : behaviour.fieldTypes[field];
    const value = body[field];
    if (kind === undefined || value === undefined || (value === null && behaviour.nullIsAbsent)) continue;
    if (!holds[kind](value)) throw invalid(field, wanted[kind]);
  }
  const problem = behaviour.problem(body, fields.serviceField);
  if (problem !== undefined) throw invalid(problem.field, problem.wanted);
  validateResponseFormat(body.response_format, invalid);
  validateModels(behaviour, body.models, invalid);
}

type Invalid = (field: string, what: string) => GatewayError;

const responseFormats: readonly unknown[] = ['text', 'json_object', 'json_schema'];

function validateResponseFormat(format: unknown, invalid: Invalid): void {
  if (!holds.object(format) || responseFormats.includes((format as JsonObject).type)) return;
  throw invalid('response_format.type', 'must be text, json_object or json_schema');
}

function validateModels(behaviour: BodyBehaviour, models: unknown, invalid: Invalid): void {
  if (!Array.isArray(models)) return;
  if (models.length === 0 && !behaviour.emptyModelsAccepted) throw invalid('models', 'must not be empty');
  if (models.length > behaviour.maxFallbackModels) {
    throw invalid('models', `must hold at most ${behaviour.maxFallbackModels} items`);
  }
}

/** The requested model, then the fallbacks, without repeats. */
export function modelIdsOf(behaviour: BodyBehaviour, body: JsonObject): readonly string[] {
  const fallbacks = Array.isArray(body.models) ? body.models : [];
  const model = String(body.model ?? '');
  if (behaviour.malformedModel === 'invalid_request' && !/^[^/\s]+\/[^/\s]+$/.test(model)) {
    throw new GatewayError('invalid_request', behaviour.messageFor('model', 'must be of the form author/slug'), {
      scope: 'request',
    });
  }
  return fallbacks.length === 0 ? [model] : [...new Set([model, ...fallbacks.map(String)])];
}
