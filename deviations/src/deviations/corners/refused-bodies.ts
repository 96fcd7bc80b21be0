import { patch } from '@gateproof/simulator/behaviour';
import { isObject } from '../../changes/exchange-changes.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Valid bodies that are refused. */
const refusing = (applies: (body: JsonObject) => boolean, field: string) =>
  patch('bodies', ({ problem }) => ({
    problem: (body, serviceField) =>
      applies(body) ? { field, wanted: 'is not allowed here' } : problem(body, serviceField),
  }));

/** Ways to refuse a valid body, in one corner only. */
export const refusedBodyCorners: readonly Deviation[] = [
  ...(['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'provider'] as const).map((field) =>
    breaking(
      `chat.accepted.${field.replaceAll('_', '-')}:stream`,
      `refuses ${field} of streams`,
      refusing((body) => body.stream === true && body[field] !== undefined, field),
    ),
  ),
  ...(['json_object', 'json_schema'] as const).map((type) =>
    breaking(
      `chat.accepted.${type.replace('_', '-')}:stream`,
      `refuses ${type} of streams`,
      refusing(
        ({ stream, response_format: format }) => stream === true && isObject(format) && format.type === type,
        'response_format',
      ),
    ),
  ),
  breaking(
    'chat.accepted.temperature:zero',
    'refuses a temperature of 0',
    refusing(({ temperature }) => temperature === 0, 'temperature'),
  ),
  breaking(
    'chat.accepted.tools:several',
    'refuses more than one tool',
    refusing(({ tools }) => Array.isArray(tools) && tools.length > 1, 'tools'),
  ),
  breaking(
    'chat.accepted.json-schema:not-strict',
    'refuses a schema without strict',
    refusing(
      ({ response_format: format }) =>
        isObject(format) && isObject(format.json_schema) && format.json_schema.strict !== true,
      'response_format',
    ),
  ),
];
