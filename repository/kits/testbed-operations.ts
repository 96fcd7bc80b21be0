import { isObject, loadTestbedOpenApi } from '@gateproof/spec';

/** An operation of the testbed, as the kits in other languages have a function of it. */
export interface TestbedOperation {
  /** In camel case: `advanceClock`. */
  readonly name: string;
  readonly summary: string;
  readonly method: string;
  /** With its parameters in braces: `/accounts/{account}/clock/advance`. */
  readonly path: string;
  readonly parameters: readonly string[];
  /** Names of the schemas of the request's and the answer's bodies, where there are any. */
  readonly request: string | undefined;
  readonly answer: string | undefined;
}

/** All operations, in the order of the document. */
export function testbedOperations(): readonly TestbedOperation[] {
  return Object.entries(loadTestbedOpenApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { operationId, summary, requestBody, responses }]) => ({
        ...{ name: operationId, summary, path, method: method.toUpperCase() },
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
        request: schemaName(requestBody),
        answer: schemaName(responses['2XX']),
      })),
  );
}

/** The schemas of requests and answers, by their names. */
export function testbedSchemas(): readonly (readonly [name: string, schema: JsonSchema])[] {
  return Object.entries(loadTestbedOpenApi().components.schemas ?? {}) as [string, JsonSchema][];
}

/** The part of JSON Schema in which the testbed is described. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The name that a reference ends with. */
export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function schemaName(body: unknown): string | undefined {
  if (!isObject(body) || !isObject(body.content)) return undefined;
  const { schema } = body.content['application/json'] as { readonly schema: { readonly $ref: string } };
  return nameOfRef(schema.$ref);
}
