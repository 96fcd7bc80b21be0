import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, OpenApiOperation } from '../load-openapi.ts';
import { describeProblems } from './describe-problems.ts';

/** An answer to one operation, as far as a document speaks of it. */
export interface OpenApiAnswer {
  readonly status: number;
  /** Without parameters such as `charset`. */
  readonly mediaType: string;
  readonly value: unknown;
}

/** Says how values differ from a document's schemas. Each schema is compiled once. */
export class OpenApiValidator {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addVocabulary([...Object.keys(document), 'example']);
    this.#ajv.addSchema(document, 'document');
  }

  /** The problems of a value that should be what `components.schemas` calls so; empty when there are none. */
  schema(name: string, value: unknown): readonly string[] {
    return this.#problems(`/components/schemas/${pointerStep(name)}`, value);
  }

  /** The problems of an answer; its status and media type must be among those of the operation, too. */
  answer(operation: OpenApiOperation, { status, mediaType, value }: OpenApiAnswer): readonly string[] {
    const pointer = this.#responsePointer(operation, status);
    if (pointer === undefined) return [`${operation.operationId} has no answer ${status}`];
    const { content } = this.#at(pointer) as { readonly content?: object };
    if (content === undefined) return value === undefined ? [] : [`the answer ${status} has no body`];
    if (!Object.hasOwn(content, mediaType)) return [`the answer ${status} is never ${mediaType}`];
    return this.#problems(`${pointer}/content/${pointerStep(mediaType)}/schema`, value);
  }

  /** The problems of the body of a request to an operation. */
  request(operation: OpenApiOperation, value: unknown): readonly string[] {
    const { requestBody } = operation as { readonly requestBody?: { readonly $ref?: string } };
    if (requestBody === undefined) return [`${operation.operationId} has no body`];
    const pointer = requestBody.$ref?.slice(1) ?? `${this.#pointerOf(operation)}/requestBody`;
    return this.#problems(`${pointer}/content/application~1json/schema`, value);
  }

  /** The problems of a header or another parameter of an operation. */
  parameter(operation: OpenApiOperation, name: string, value: unknown): readonly string[] {
    const { parameters = [] } = operation as { readonly parameters?: readonly { readonly $ref?: string }[] };
    for (const [place, { $ref }] of parameters.entries()) {
      const pointer = $ref?.slice(1) ?? `${this.#pointerOf(operation)}/parameters/${place}`;
      if ((this.#at(pointer) as { readonly name?: string }).name === name)
        return this.#problems(`${pointer}/schema`, value);
    }
    return [`${operation.operationId} has no parameter ${name}`];
  }

  #responsePointer(operation: OpenApiOperation, status: number): string | undefined {
    const { responses } = operation;
    const key = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => Object.hasOwn(responses, one));
    if (key === undefined) return undefined;
    const { $ref } = responses[key] as { readonly $ref?: string };
    return $ref?.slice(1) ?? `${this.#pointerOf(operation)}/responses/${key}`;
  }

  #pointerOf(operation: OpenApiOperation): string {
    for (const where of ['paths', 'webhooks'] as const) {
      for (const [path, item] of Object.entries(this.#document[where] ?? {})) {
        for (const [method, one] of Object.entries(item)) {
          if (one.operationId === operation.operationId) return `/${where}/${pointerStep(path)}/${method}`;
        }
      }
    }
    throw new Error(`the document has no operation ${operation.operationId}`);
  }

  #at(pointer: string): unknown {
    const steps = pointer.split('/').slice(1);
    return steps.reduce<unknown>(
      (value, step) => (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.#document,
    );
  }

  #problems(pointer: string, value: unknown): readonly string[] {
    let validate = this.#compiled.get(pointer);
    if (validate === undefined) {
      // A pointer within a $ref is a URI fragment: braces of path templates are escaped.
      validate = this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
      this.#compiled.set(pointer, validate);
    }
    return validate(value) ? [] : describeProblems(validate.errors ?? []);
  }
}

function pointerStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
