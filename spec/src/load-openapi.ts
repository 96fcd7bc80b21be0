import type { JsonObject } from './json-object.ts';
import { parseYaml } from './parse-yaml.ts';
import { readText } from './read-yaml.ts';
import { defaultPrefix } from './service-names.ts';

/** A method of a path, a webhook included. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  /** By status, `2XX` or `default`. */
  readonly responses: { readonly [status: string]: JsonObject };
  readonly [key: string]: unknown;
}

/** An OpenAPI 3.1 document as it stands in its file, references unresolved. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject & { readonly title: string; readonly version: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiOperation } };
  readonly webhooks?: { readonly [name: string]: { readonly post: OpenApiOperation } };
  readonly components: { readonly [kind: string]: { readonly [name: string]: JsonObject } };
}

/** The whole contract as OpenAPI 3.1, webhooks included, for a service whose short prefix is `prefix`. Default `svc`. */
export function loadOpenApi(prefix: string = defaultPrefix): OpenApiDocument {
  const text = readText('openapi.yaml')
    .replaceAll('SVC-', `${prefix.toUpperCase()}-`)
    .replaceAll(/\bsvc(?=\b|_)/g, prefix.toLowerCase());
  return parseYaml(text) as OpenApiDocument;
}

/** The testbed protocol as OpenAPI 3.1. */
export function loadTestbedOpenApi(): OpenApiDocument {
  return parseYaml(readText('testbed.openapi.yaml')) as OpenApiDocument;
}
