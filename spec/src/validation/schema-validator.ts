import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeProblems } from './describe-problems.ts';

/** Says how values differ from a JSON Schema and its definitions. Each is compiled once. */
export class SchemaValidator {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** `stopsAtFirst`: finds one problem at most, in a value that may have millions. Default: all. */
  constructor(schema: object, { stopsAtFirst = false }: { readonly stopsAtFirst?: boolean } = {}) {
    this.#ajv = new Ajv2020({ allErrors: !stopsAtFirst, strictRequired: false, strictTypes: false });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(schema, 'schema');
  }

  /** The problems of a value, one short line each; empty when there are none. `definition` names one of `$defs`; default: the schema itself. */
  problems(value: unknown, definition?: string): readonly string[] {
    const $ref = definition === undefined ? 'schema' : `schema#/$defs/${definition}`;
    const validate = this.#compiled.get($ref) ?? this.#ajv.compile({ $ref });
    this.#compiled.set($ref, validate);
    return validate(value) ? [] : describeProblems(validate.errors ?? []);
  }
}
