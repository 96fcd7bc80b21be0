import { isJsonObject } from '../json.ts';
import type { Schema, SchemaType } from './schema.ts';

/** All that is wrong with a value by a schema, in words with the place: `turns[0].faults[1].afterTokens is -1, not an integer ≥ 0`. */
export function findProblems(schema: Schema, value: unknown, place: string): readonly string[] {
  if (schema.oneOf) return findByKind(schema.oneOf, value, place);
  if (!fits(schema, value)) return [`${place} is ${show(value)}, not ${wanted(schema)}`];
  if (Array.isArray(value)) {
    return schema.items ? value.flatMap((item, at) => findProblems(schema.items ?? {}, item, `${place}[${at}]`)) : [];
  }
  return isJsonObject(value) && schema.properties ? findInObject(schema, schema.properties, value, place) : [];
}

function findByKind(alternatives: readonly Schema[], value: unknown, place: string): readonly string[] {
  if (!isJsonObject(value)) return [`${place} is ${show(value)}, not an object with a kind`];
  const kindOf = (schema: Schema) => schema.properties?.kind?.const;
  const match = alternatives.find((schema) => kindOf(schema) === value.kind);
  if (match) return findProblems(match, value, place);
  return [`${place}.kind is ${show(value.kind)}, not one of ${alternatives.map(kindOf).join(', ')}`];
}

function findInObject(
  schema: Schema,
  properties: Readonly<Record<string, Schema>>,
  value: Readonly<Record<string, unknown>>,
  place: string,
): readonly string[] {
  const missing = (schema.required ?? []).filter((name) => value[name] === undefined);
  const given = Object.keys(value).filter((name) => value[name] !== undefined);
  const unknown = schema.additionalProperties === false ? given.filter((name) => !Object.hasOwn(properties, name)) : [];
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...unknown.map((name) => `${place}.${name} is unknown; there are ${Object.keys(properties).join(', ')}`),
    ...given.flatMap((name) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return inner ? findProblems(inner, value[name], `${place}.${name}`) : [];
    }),
  ];
}

function fits(schema: Schema, value: unknown): boolean {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return false;
  if (schema.const !== undefined && value !== schema.const) return false;
  if (schema.enum && !schema.enum.some((allowed) => allowed === value)) return false;
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (typeof value === 'string') {
    return value.length >= (schema.minLength ?? 0) && (!schema.pattern || new RegExp(schema.pattern, 'u').test(value));
  }
  return !Array.isArray(value) || value.length >= (schema.minItems ?? 0);
}

function typesOf({ type }: Schema): readonly SchemaType[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function isOfType(type: SchemaType, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isJsonObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function wanted(schema: Schema): string {
  if (schema.const !== undefined) return `'${schema.const}'`;
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const limits = [
    schema.minimum === undefined ? '' : ` ≥ ${schema.minimum}`,
    schema.maximum === undefined ? '' : ` ≤ ${schema.maximum}`,
    schema.minLength === undefined ? '' : ` of length ≥ ${schema.minLength}`,
    schema.minItems === undefined ? '' : ` of at least ${schema.minItems} items`,
    schema.pattern === undefined ? '' : ` that matches ${schema.pattern}`,
  ];
  return `${typesOf(schema).join(' or ') || 'any value'}${limits.join('')}`;
}

/** JSON gives up on what is nested too deeply. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'too deep to show';
  }
}

function show(value: unknown): string {
  const text = textOf(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
