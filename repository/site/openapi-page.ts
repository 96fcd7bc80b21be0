import { isObject, type JsonObject, type OpenApiDocument } from '@gateproof/spec';
import { cell, schemaTable, typeText } from './schema-table.ts';

const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** An OpenAPI document as a page: its operations, its webhooks, and the schemas that they name. */
export function openApiPage(document: OpenApiDocument, title: string): string {
  const source = document as unknown as JsonObject;
  const { info, paths, webhooks, components } = source;
  const said = isObject(info) && typeof info.description === 'string' ? info.description : '';
  const schemas = isObject(components) && isObject(components.schemas) ? Object.entries(components.schemas) : [];
  return [
    `# ${title}`,
    said,
    '## Operations',
    ...operationsOf(paths, source).flatMap((operation) => operationText(operation, source)),
    ...(isObject(webhooks)
      ? ['## Webhooks', ...operationsOf(webhooks, source).flatMap((one) => operationText(one, source))]
      : []),
    '## Schemas',
    ...schemas.flatMap(([name, schema]) => schemaText(name, schema)),
  ].join('\n\n');
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly value: JsonObject;
}

function operationsOf(paths: unknown, source: JsonObject): readonly Operation[] {
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const resolved = resolve(item, source);
    return methods.flatMap((method) => {
      const value = isObject(resolved) ? resolved[method] : undefined;
      return isObject(value) ? [{ method: method.toUpperCase(), path, value }] : [];
    });
  });
}

function operationText({ method, path, value }: Operation, source: JsonObject): string[] {
  const capabilities = Array.isArray(value['x-capabilities']) ? value['x-capabilities'] : [];
  return [
    `### \`${method} ${path}\``,
    text(value.summary),
    text(value.description),
    ...(capabilities.length === 0 ? [] : [`Capability: ${capabilities.map((one) => `\`${String(one)}\``).join(', ')}`]),
    parametersText(value.parameters, source),
    bodyText(value.requestBody, source),
    responsesText(value.responses, source),
  ].filter((part) => part !== '');
}

function parametersText(parameters: unknown, source: JsonObject): string {
  if (!Array.isArray(parameters) || parameters.length === 0) return '';
  const rows = parameters.map((one) => {
    const parameter = resolve(one, source);
    if (!isObject(parameter)) return '';
    const { name, in: place, required, schema, description } = parameter;
    return `| \`${String(name)}\` | ${String(place)} | ${cell(typeText(schema, named))} | ${required === true ? 'yes' : ''} | ${cell(text(description))} |`;
  });
  return ['| Parameter | In | Type | Required | Meaning |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function bodyText(given: unknown, source: JsonObject): string {
  const body = resolve(given, source);
  if (!isObject(body)) return '';
  return `Body: ${contentText(body.content)}${body.required === true ? ', required' : ''}. ${text(body.description)}`.trim();
}

function responsesText(responses: unknown, source: JsonObject): string {
  if (!isObject(responses)) return '';
  const rows = Object.entries(responses).map(([status, given]) => {
    const response = resolve(given, source);
    const { description, content } = isObject(response) ? response : {};
    return `| ${status} | ${cell(text(description))} | ${content === undefined ? '' : cell(contentText(content))} |`;
  });
  return ['| Status | When | Body |', '| --- | --- | --- |', ...rows].join('\n');
}

function contentText(content: unknown): string {
  return Object.entries(isObject(content) ? content : {})
    .map(([type, media]) => `${isObject(media) ? typeText(media.schema, named) : 'any'} as \`${type}\``)
    .join(', or ');
}

function schemaText(name: string, schema: unknown): string[] {
  const said = isObject(schema) ? text(schema.description) : '';
  const table = schemaTable(schema, named);
  return [`### ${name}`, said, ...(table === '' ? [typeText(schema, named)] : [table])].filter((part) => part !== '');
}

/** `#/components/schemas/Job` as a link to its place on the page. */
function named(reference: string): string {
  const name = reference.split('/').at(-1) ?? reference;
  return `[${name}](#${name.toLowerCase()})`;
}

function resolve(value: unknown, source: JsonObject): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  const parts = value.$ref.replace('#/', '').split('/');
  const found = parts.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), source);
  return resolve(found, source);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
