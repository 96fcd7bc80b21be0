import { isObject } from '../exchange/json.ts';

/** Where two JSON values differ; `undefined` stands for "not there". */
export interface JsonDifference {
  /** `$.output[0].url`. */
  readonly path: string;
  readonly expected: unknown;
  readonly observed: unknown;
}

/**
 * All places where two JSON values differ, in document order. Order of names and spelling of numbers don't count. Places for which
 * `except` is true are passed over with all below them.
 */
export function jsonDifferences(
  expected: unknown,
  observed: unknown,
  except: (path: string) => boolean = () => false,
): readonly JsonDifference[] {
  return [...differences(expected, observed, except, '$')];
}

function* differences(
  expected: unknown,
  observed: unknown,
  except: (path: string) => boolean,
  path: string,
): Generator<JsonDifference> {
  if (except(path)) return;
  if (Array.isArray(expected) && Array.isArray(observed)) {
    for (let i = 0; i < Math.max(expected.length, observed.length); i += 1) {
      yield* differences(expected[i], observed[i], except, `${path}[${i}]`);
    }
  } else if (isObject(expected) && isObject(observed)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(observed)])) {
      yield* differences(own(expected, name), own(observed, name), except, path + step(name));
    }
  } else if (expected !== observed) {
    yield { path, expected, observed };
  }
}

function own(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

function step(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
