import type { JsonObject } from '../exchange/json.ts';
import { errors } from './answer-kinds.ts';
import { completed, errorIn, mendErrors } from './error-answer.ts';
import { listOf } from './list-of.ts';
import type { Repair, RepairFamily } from './repair.ts';

const family: RepairFamily = {
  id: 'error-fields',
  sentence: (fields) => `Errors carry no ${listOf(fields)}.`,
};

/** Errors in the contract's shape that lack one field. */
export const errorFieldRepairs: readonly Repair[] = [
  lacking('kind', ['error.envelope.kind-present'], ({ kind, scope }) => kind === undefined && scope !== undefined),
  lacking('scope', ['error.envelope.scope-present'], ({ kind, scope }) => scope === undefined && kind !== undefined),
  lacking('type', ['error.envelope.type-present'], (error) => isOurs(error) && error.type === undefined),
  lacking('code', ['error.envelope.code-present'], (error) => isOurs(error) && error.code === undefined),
  lacking('param', ['error.envelope.param-present'], (error) => isOurs(error) && error.param === undefined),
  lacking('message', ['error.envelope.message-present'], (error) => isOurs(error) && error.message === undefined),
];

/** Other shapes have repairs of their own. */
function isOurs({ kind, scope }: JsonObject): boolean {
  return kind !== undefined || scope !== undefined;
}

function lacking(field: string, states: readonly string[], lacks: (error: JsonObject) => boolean): Repair {
  return {
    id: `error-${field}`,
    sentence: `Errors carry no \`${field}\`.`,
    states,
    concerns: errors,
    family: { of: family, field },
    mend: (exchange) =>
      mendErrors(exchange, (seen) => {
        const error = errorIn(seen);
        if (error === undefined || !lacks(error)) return undefined;
        return { ...(seen.json as object), error: { ...error, [field]: completed(error, '', seen.row)[field] } };
      }),
  };
}
