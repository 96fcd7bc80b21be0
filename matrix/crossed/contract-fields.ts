import { errorTable, isObject, type JsonObject, loadOpenApi } from '@gateproof/spec';

/** What a field holds, as far as an operator asks. */
export type FieldKind = 'text' | 'word' | 'moment' | 'number' | 'boolean' | 'list' | 'object' | 'null';

/** A field of a message; `*` in its path is each item of a list. */
export interface Field {
  readonly path: readonly string[];
  readonly kind: FieldKind;
}

const { schemas = {} } = loadOpenApi().components;

/** The fields of a schema of the contract, those of the objects in it included. */
export function fieldsOf(schema: string): readonly Field[] {
  return walk(named(schema), []);
}

/** Fields that stand in no schema: headers, and parts of a text. */
export const textFields = (...names: readonly string[]): readonly Field[] =>
  names.map((name) => ({ path: [name], kind: 'text' }));

/** The pieces of a reply in the common chat format, which the contract leaves open. */
export const chunkFields: readonly Field[] = [
  ...textFields('id', 'object', 'model'),
  { path: ['created'], kind: 'number' },
  { path: ['choices'], kind: 'list' },
  { path: ['choices', '*', 'index'], kind: 'number' },
  { path: ['choices', '*', 'delta'], kind: 'object' },
  { path: ['choices', '*', 'delta', 'role'], kind: 'word' },
  { path: ['choices', '*', 'delta', 'content'], kind: 'text' },
  { path: ['choices', '*', 'delta', 'tool_calls'], kind: 'list' },
  { path: ['choices', '*', 'finish_reason'], kind: 'word' },
];

/** The codes of refusals that a client may get, in the order of their table. */
export const codes: readonly string[] = [...errorTable.values()]
  .filter(({ status }) => status !== null)
  .map(({ code }) => code);

function walk(schema: JsonObject, path: readonly string[]): readonly Field[] {
  const whole = merged(schema);
  const inner = isObject(whole.properties)
    ? Object.entries(whole.properties).flatMap(([name, part]) => walk(part as JsonObject, [...path, name]))
    : [];
  const items = isObject(whole.items)
    ? walk(whole.items, [...path, '*']).filter((field) => field.path.length > path.length + 1)
    : [];
  return [...(path.length === 0 ? [] : [{ path, kind: kindOf(whole) }]), ...inner, ...items];
}

function kindOf({ type, format, enum: words, const: only }: JsonObject): FieldKind {
  if (words !== undefined || only !== undefined) return 'word';
  if (format === 'date-time') return 'moment';
  if (type === 'array') return 'list';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' || type === 'object' || type === 'null' ? type : 'text';
}

/** A schema with what it refers to and what all of its parts say. */
function merged(schema: JsonObject): JsonObject {
  const parts = [
    ...(typeof schema.$ref === 'string' ? [named(schema.$ref.replace(/^.*\//, ''))] : []),
    ...(Array.isArray(schema.allOf) ? (schema.allOf as JsonObject[]).filter(({ if: on }) => on === undefined) : []),
  ].map(merged);
  return Object.assign({}, ...parts, schema) as JsonObject;
}

function named(name: string): JsonObject {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`spec/openapi.yaml has no schema ${name}`);
  return schema;
}
