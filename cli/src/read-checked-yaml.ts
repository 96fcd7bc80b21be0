import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { suggestion } from './suggest.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a YAML file and checks it against its schema. `noun` is the word for such a file: `profile`. Throws `UsageError` that names file, line and
 * column and says what was expected.
 */
export function readCheckedYaml<T>(path: string, schema: object, noun: string): T {
  const lines = new LineCounter();
  const document = parseDocument(readText(path, noun), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number | undefined) => {
    if (offset === undefined) return path;
    const { line, col } = lines.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const [broken] = document.errors;
  if (broken !== undefined) throw new UsageError(`${at(broken.pos[0])}: not YAML: ${broken.message}`);
  const value: unknown = document.toJS();
  const validate = new Ajv2020({ verbose: true }).compile(schema);
  if (validate(value)) return value as T;
  const [error] = validate.errors ?? [];
  if (error === undefined) throw new UsageError(`${path}: not a ${noun}`);
  const keys = pathOf(error);
  const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
  const offset = isNode(node) ? offsetOf(node, error) : undefined;
  throw new UsageError(`${at(offset)}: ${describe(error, noun)}`);
}

function readText(path: string, noun: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory' : (code ?? 'unknown');
    throw new UsageError(`cannot read the ${noun} ${path}: ${why}`);
  }
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
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    return `${where} has no key ${key}.${suggestion(key, known)}`;
  }
  if (error.keyword === 'required') return `${where} lacks the key ${String(error.params.missingProperty)}`;
  return `${where} ${error.message ?? 'is wrong'}`;
}
