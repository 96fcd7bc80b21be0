import { isObject, type JsonObject } from '@gateproof/spec';

/** A field of a schema as a row of a table. */
interface Row {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

/** Names a schema that another part of the page describes. */
export type Named = (reference: string) => string;

const deepest = 4;

/** The fields of a JSON Schema as a Markdown table, those of inner objects and items below their own; empty where it has none. */
export function schemaTable(schema: unknown, named: Named): string {
  const rows = fieldRows(schema, '', named);
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ path, type, isRequired, meaning }) => `| \`${path}\` | ${type} | ${isRequired ? 'yes' : ''} | ${meaning} |`,
  );
  return ['| Field | Type | Required | Meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** What a schema allows, in a few words: `string`, `array of integer`, `one of a, b`. */
export function typeText(schema: unknown, named: Named): string {
  if (!isObject(schema)) return 'any';
  if (typeof schema.$ref === 'string') return named(schema.$ref);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`;
  const ways = [schema.oneOf, schema.anyOf].find((one) => Array.isArray(one) && schema.type === undefined);
  if (Array.isArray(ways)) return [...new Set(ways.map((way) => typeText(way, named)))].join(' or ');
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => typeText(part, named)).join(' and ');
  if (schema.type === 'array') return `array of ${typeText(schema.items, named)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  return typeof schema.format === 'string' ? `${type}, ${schema.format}` : type;
}

function fieldRows(schema: unknown, prefix: string, named: Named): readonly Row[] {
  if (!isObject(schema) || prefix.split('.').length > deepest) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = {
      path,
      type: cell(typeText(field, named)),
      isRequired: required.includes(name),
      meaning: meaningOf(field),
    };
    return [row, ...innerRows(field, path, named)];
  });
  const parts = Array.isArray(schema.allOf) ? schema.allOf.flatMap((part) => fieldRows(part, prefix, named)) : [];
  return [...own, ...parts];
}

function innerRows(field: unknown, path: string, named: Named): readonly Row[] {
  if (!isObject(field)) return [];
  if (field.type === 'array') return fieldRows(field.items, `${path}[].`, named);
  return fieldRows(field, `${path}.`, named);
}

function meaningOf(field: unknown): string {
  if (!isObject(field)) return '';
  const { description, default: standard } = field as JsonObject;
  const said = typeof description === 'string' ? description : '';
  const given = standard === undefined || /default/i.test(said) ? '' : ` Default: \`${JSON.stringify(standard)}\`.`;
  return cell(`${said}${given}`.trim());
}

/** Text that can stand in a cell: on one line, with nothing that ends the cell or opens a tag. */
export function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{{', '{&#123;').trim();
}
