import type { ErrorObject } from 'ajv';

/** A validator's findings, one short line each: where, and what was wanted. */
export function describeProblems(errors: readonly ErrorObject[]): readonly string[] {
  return [...new Set(errors.map(describe))];
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'it' : instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') return `${where} has the unknown key ${String(params.additionalProperty)}`;
  if (keyword === 'required') return `${where} lacks the key ${String(params.missingProperty)}`;
  if (keyword === 'const') return `${where} must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'enum') return `${where} must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  return `${where} ${message ?? 'is wrong'}`;
}
