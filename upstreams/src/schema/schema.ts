import type { JsonValue } from '../json.ts';

export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** The part of JSON Schema (2020-12) in which scripts are described; `findProblems` understands exactly this much. */
export interface Schema {
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  /** Objects distinguished by the constant of their property `kind`. */
  readonly oneOf?: readonly Schema[];
  /** Documentation only. */
  readonly default?: JsonValue;
}
