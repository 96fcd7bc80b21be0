import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { ReadRequest } from '../plan/upstream-request.ts';

/** What a request lays down about its answer: free text, a call of one tool, a JSON object, or JSON by a schema. */
export type WantedOutput =
  | { readonly kind: 'text' | 'object' }
  | { readonly kind: 'tool-call'; readonly name: string; readonly parameters: JsonValue }
  | { readonly kind: 'schema'; readonly schema: JsonValue };

/** Reads `tool_choice`, `tools` and `response_format`. A tool must be called when it is named, or when one is required: then the first. */
export function wantedOutput({ fields }: ReadRequest): WantedOutput {
  return (fields.tool_choice === undefined ? undefined : wantedCall(fields)) ?? wantedFormat(fields.response_format);
}

function wantedCall({ tools, tool_choice: choice }: JsonObject): WantedOutput | undefined {
  const offered = (Array.isArray(tools) ? tools : []).flatMap((tool: JsonValue) =>
    isJsonObject(tool) && isJsonObject(tool.function) ? [tool.function] : [],
  );
  const named = isJsonObject(choice) && isJsonObject(choice.function) ? choice.function.name : undefined;
  const wanted = choice === 'required' ? offered[0] : offered.find(({ name }) => name === named);
  if (typeof wanted?.name !== 'string') return undefined;
  return { kind: 'tool-call', name: wanted.name, parameters: wanted.parameters ?? noParameters };
}

const noParameters: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

function wantedFormat(format: JsonValue | undefined): WantedOutput {
  if (!isJsonObject(format)) return { kind: 'text' };
  if (format.type === 'json_object') return { kind: 'object' };
  if (format.type !== 'json_schema') return { kind: 'text' };
  const described = isJsonObject(format.json_schema) ? format.json_schema.schema : undefined;
  return described === undefined ? { kind: 'object' } : { kind: 'schema', schema: described };
}
