import { faultCatalogue } from '../faults/fault-catalogue.ts';
import type { Schema } from '../schema/schema.ts';
import { answerSchemas } from './answer-schemas.ts';

const faultSchemas = Object.values(faultCatalogue).map(
  ({ kind, fields, required }): Schema => ({
    type: 'object',
    properties: { kind: { const: kind }, ...fields },
    required: ['kind', ...required],
    additionalProperties: false,
  }),
);

/** One fault, of any kind. */
export const faultSchema: Schema = { oneOf: faultSchemas };

/** The one schema of upstream scripts; `schemas/upstream-script.schema.json` of the contract package is this, written out. */
export const upstreamScriptSchema: Schema = {
  type: 'object',
  description: 'How an upstream answers, call by call.',
  properties: {
    turns: {
      type: 'array',
      description: 'Turn n answers call n.',
      items: {
        type: 'object',
        properties: {
          answer: { oneOf: answerSchemas },
          faults: { type: 'array', description: 'Applied in order.', items: faultSchema },
        },
        required: ['answer', 'faults'],
        additionalProperties: false,
      },
    },
    afterwards: {
      type: 'string',
      enum: ['repeat-last', 'refuse'],
      description: 'What calls after the last turn get: the last turn again, or a refused connection.',
    },
  },
  required: ['turns', 'afterwards'],
  additionalProperties: false,
};
