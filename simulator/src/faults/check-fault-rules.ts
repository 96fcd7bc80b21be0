import { faultCatalogue, findProblems, InvalidScript, type Schema } from '@gateproof/upstreams';
import { answerFaultCatalogue } from './answer-fault-catalogue.ts';
import type { FaultRule } from './fault-rule.ts';

const mostRules = 1_000;

const faultSchemas = Object.entries({ ...faultCatalogue, ...answerFaultCatalogue }).map(
  ([kind, { fields, required }]): Schema => ({
    type: 'object',
    properties: { kind: { const: kind }, ...fields },
    required: ['kind', ...required],
    additionalProperties: false,
  }),
);

/** The one schema of an account's faults: those of upstreams and those between gateway and client, and when they act; `schemas/fault-rules.schema.json` of the contract package is this, written out. */
export const faultRulesSchema: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1 },
      fault: { oneOf: faultSchemas },
      on: {
        type: 'object',
        properties: {
          route: { type: 'string', enum: ['chat', 'image', 'transcription'] },
          model: { type: 'string', minLength: 1 },
          stream: { type: 'boolean' },
        },
        additionalProperties: false,
      },
      after: { type: 'integer', minimum: 0, default: 0 },
      times: { type: 'integer', minimum: 1, description: 'Default: without end.' },
      chance: { type: 'number', minimum: Number.MIN_VALUE, maximum: 1, description: 'Default: it is certain.' },
    },
    required: ['fault'],
    additionalProperties: false,
  },
};

/**
 * The value, if it is a list of fault rules for an account with these models. Nothing is clamped or left out.
 *
 * @throws InvalidScript with all problems: those of the schema, ids that repeat, models that the account does not have
 */
export function checkFaultRules(value: unknown, modelIds: ReadonlySet<string>): readonly FaultRule[] {
  if (Array.isArray(value) && value.length > mostRules) {
    throw new InvalidScript('list of faults', [`faults has ${value.length} rules; at most ${mostRules} are kept`]);
  }
  const problems = findProblems(faultRulesSchema, value, 'faults');
  if (problems.length > 0) throw new InvalidScript('list of faults', problems);
  const rules = value as readonly FaultRule[];
  const byId = Map.groupBy(rules, ({ id }) => id);
  const deeper = rules.flatMap(({ id, on }, place) => [
    ...(id !== undefined && (byId.get(id)?.length ?? 0) > 1 ? [`faults[${place}].id: ${id} is used twice`] : []),
    ...(on?.model !== undefined && !modelIds.has(on.model)
      ? [`faults[${place}].on.model: the account has no model ${on.model}`]
      : []),
  ]);
  if (deeper.length > 0) throw new InvalidScript('list of faults', deeper);
  return rules;
}
