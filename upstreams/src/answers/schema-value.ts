import { generateSync, type JsonSchema } from 'json-schema-faker';
import { isJsonObject, type JsonValue } from '../json.ts';
import { seededText } from './seeded-bytes.ts';

/** Keys of a schema whose values are data, not schemas. */
const dataKeys: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);
/** What a schema may ask for at most, so that no request keeps the process busy. */
const most = { minItems: 100, minProperties: 100, minLength: 10_000 };
const numberRange = 1000;

/** A value that a JSON Schema allows and that follows from the seed. Undefined: the schema is none, asks for too much, or refers to what it lacks. */
export function schemaValue(schema: JsonValue, seed: string): unknown {
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) return undefined;
  const draws = Buffer.from(seededText(seed, 'schema'), 'latin1');
  try {
    return generateSync(prepared(schema) as JsonSchema, {
      seed: draws.readUInt32LE(0),
      alwaysFakeOptionals: true,
      refDepthMax: 2,
    });
  } catch {
    return undefined;
  }
}

/** The schema with both bounds wherever it has one: the generator draws below a minimum that stands alone. Throws where it asks for too much. */
function prepared(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(prepared);
  if (!isJsonObject(schema)) return schema;
  for (const [name, limit] of Object.entries(most)) {
    if (Number(schema[name] ?? 0) > limit) throw new RangeError(`${name} is above ${limit}`);
  }
  const inner = Object.entries(schema).map(([key, value]) => [key, dataKeys.has(key) ? value : prepared(value)]);
  return { ...Object.fromEntries(inner), ...missingBound(schema) };
}

function missingBound({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Readonly<Record<string, JsonValue>>) {
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  if (typeof low === 'number' && high === undefined) return { maximum: low + numberRange };
  if (typeof high === 'number' && low === undefined) return { minimum: high - numberRange };
  return {};
}
