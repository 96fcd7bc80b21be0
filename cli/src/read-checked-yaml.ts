import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isMap, isNode, stringify } from 'yaml';
import { openYaml } from './open-yaml.ts';
import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a YAML file and checks it against its schema. `noun` is the word for such a file: `profile`. Throws `UsageError` that names file, line and
 * column and says what was expected.
 */
export function readCheckedYaml<T>(path: string, schema: object, noun: string): T {
  const { document, value, at } = openYaml(path, noun);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const what = value === null ? 'is empty' : 'holds no keys';
    throw new UsageError(
      `${at(document.contents?.range?.[0])}: the ${noun} ${what}; it needs at least: ${leastOf(schema)}`,
    );
  }
  const validate = new Ajv2020({ verbose: true, allErrors: true, allowUnionTypes: true }).compile(schema);
  if (validate(value)) return value as T;
  const error = mostSpecific(validate.errors ?? []);
  if (error === undefined) throw new UsageError(`${path}: not a ${noun}`);
  const keys = pathOf(error);
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const offset = isNode(node) ? offsetOf(node, error) : undefined;
  throw new UsageError(`${at(offset)}: ${describe(error, noun)}`);
}

/** A file with more mistakes than these is another kind of file. */
const mostSearched = 100;

/** A mistyped key explains the missing one beside it. */
function mostSpecific(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const [first] = errors;
  return (
    errors
      .slice(0, mostSearched)
      .find((error) => error.keyword === 'additionalProperties' && suggestionFor(error) !== '') ?? first
  );
}

/** A wrong key stands where it is written, any other fault where its value begins. */
function offsetOf(node: unknown, { keyword, params }: ErrorObject): number | undefined {
  if (keyword === 'additionalProperties' && isMap(node)) {
    const pair = node.items.find(({ key }) => String(key) === params.additionalProperty);
    if (isNode(pair?.key)) return pair.key.range?.[0];
  }
  return isNode(node) ? node.range?.[0] : undefined;
}

function pathOf({ instancePath }: ErrorObject): string[] {
  return instancePath.split('/').slice(1);
}

function describe(error: ErrorObject, noun: string): string {
  const where = error.instancePath === '' ? `the ${noun}` : error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    return `${where} has no key ${key}.${suggestionFor(error)}`;
  }
  if (error.keyword === 'maxProperties' || error.keyword === 'minProperties') {
    return `${where} must hold either ${knownKeys(error).join(' or ')}`;
  }
  if (error.keyword === 'enum') return `${where} must be one of ${(error.schema as readonly string[]).join(', ')}`;
  if (error.keyword === 'type' && isSecret(error)) {
    const key = error.instancePath.split('/').at(-1) ?? '';
    return `${where} must name an environment variable: ${/^\d*$/.test(key) ? '' : `${key}: `}{ env: NAME }`;
  }
  if (error.keyword === 'pattern' && exampleOf(error) !== undefined)
    return `${where} must look like ${exampleOf(error)}`;
  if (error.keyword === 'required') return `${where} lacks the key ${String(error.params.missingProperty)}`;
  return `${where} ${error.message ?? 'is wrong'}`;
}

/** A secret is written as `{ env: NAME }`, or as `{ value: … }`. */
function isSecret(error: ErrorObject): boolean {
  return knownKeys(error).join() === 'env,value';
}

function exampleOf({ parentSchema }: ErrorObject): string | undefined {
  const { examples } = (parentSchema ?? {}) as { examples?: readonly string[] };
  return examples?.[0];
}

/** The shortest file that the schema could take, as its own first example. */
function leastOf(schema: object): string {
  return 'examples' in schema && Array.isArray(schema.examples) ? stringify(schema.examples[0]).trim() : 'one key';
}

function suggestionFor(error: ErrorObject): string {
  return suggestion(String(error.params.additionalProperty), knownKeys(error));
}

function knownKeys({ parentSchema }: ErrorObject): string[] {
  return Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {});
}
