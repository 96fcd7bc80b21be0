import type { OpenApiDocument } from './load-openapi.ts';

/** As much of a JSON Schema as tests look at. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly properties?: { readonly [name: string]: OpenApiSchema };
  readonly items?: OpenApiSchema;
  readonly allOf?: readonly { readonly if?: OpenApiSchema; readonly then?: OpenApiSchema }[];
}

/** One of a document's schemas. */
export function schemaOf({ components }: OpenApiDocument, name: string): OpenApiSchema {
  const schema = components.schemas?.[name];
  if (schema === undefined) throw new Error(`there is no schema ${name}`);
  return schema as OpenApiSchema;
}

/** The fields of a schema as rule ids name them: `generation-id`, and `progress-percent` for one that is nested. */
export function toNames(document: OpenApiDocument, schema: OpenApiSchema): readonly string[] {
  const target = schema.$ref === undefined ? schema : schemaOf(document, schema.$ref.split('/').at(-1) ?? '');
  const inner = target.items === undefined ? target : target.items;
  if (inner.$ref !== undefined) return toNames(document, inner);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const dashed = name.replaceAll('_', '-');
    return [dashed, ...toNames(document, field).map((rest) => `${dashed}-${rest}`)];
  });
}
