import { limitOf } from '@gateproof/spec';

/** Which request bodies are valid (Endpoints; Limits). */
export interface BodyBehaviour {
  /** What is wrong with a content type, in words; undefined: nothing. */
  contentTypeProblem(contentType: string | undefined): string | undefined;
  /** Most items of `models`. */
  readonly maxFallbackModels: number;
  /** Fields whose type is checked: name → what is wanted. */
  readonly fieldTypes: Readonly<Record<string, FieldKind>>;
  /** What the service's own object (`svc`) is checked to be; undefined: nothing. */
  readonly serviceType: FieldKind | undefined;
  /** The body of a submission as it is understood; the reference takes it as it stands. `modelOf`: what a job of the account asked for, by its id. */
  understood(
    body: Readonly<Record<string, unknown>>,
    modelOf: (jobId: string) => string | undefined,
  ): Readonly<Record<string, unknown>>;
  /** A further field that is wrong; undefined: none. */
  problem(body: Readonly<Record<string, unknown>>, serviceField: string): FieldProblem | undefined;
  /** Whether null stands for a field that is left out. */
  readonly nullIsAbsent: boolean;
  readonly emptyModelsAccepted: boolean;
  /** The message about a field: it names the field. */
  messageFor(field: string, wanted: string): string;
  /** Whether `author/slug` form is asked of a model id. */
  readonly malformedModel: 'no_endpoint_available' | 'invalid_request';
}

export interface FieldProblem {
  readonly field: string;
  readonly wanted: string;
}

export type FieldKind = 'string' | 'array' | 'strings' | 'boolean' | 'integer' | 'number' | 'object';

export const referenceBodies: BodyBehaviour = {
  contentTypeProblem: (contentType) =>
    contentType?.startsWith('multipart/') ? 'multipart bodies are not read here; send application/json' : undefined,
  maxFallbackModels: limitOf('fallback models'),
  fieldTypes: {
    model: 'string',
    models: 'strings',
    messages: 'array',
    stream: 'boolean',
    max_tokens: 'integer',
    max_completion_tokens: 'integer',
    temperature: 'number',
    tools: 'array',
    response_format: 'object',
    provider: 'object',
    retry_of: 'string',
  },
  serviceType: 'object',
  understood: (body) => body,
  problem: () => undefined,
  nullIsAbsent: true,
  emptyModelsAccepted: true,
  messageFor: (field, wanted) => `${field}: ${wanted}.`,
  malformedModel: 'no_endpoint_available',
};
