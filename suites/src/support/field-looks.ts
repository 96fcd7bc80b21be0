import { isObject, type JsonObject } from '@gateproof/harness';
import { type FieldRow, type FieldType, fieldRows, type TableResource } from '@gateproof/spec';
import { isDateTime } from './date-time.ts';
import { isAbsent, isFilledString } from './json.ts';
import { heldIf, type Look, shown } from './standing-table.ts';

const isNumber = (value: unknown) => typeof value === 'number';
const isInteger = (value: unknown) => Number.isInteger(value);
const isText = (value: unknown) => typeof value === 'string';
const listOf = (holds: (item: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(holds);

const holdsType: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  'a string': isText,
  'a non-empty string': isFilledString,
  'an integer': isInteger,
  'an integer of at least zero': (value) => isInteger(value) && Number(value) >= 0,
  'a number': isNumber,
  'a number of at least zero': (value) => isNumber(value) && Number(value) >= 0,
  'a date-time': isDateTime,
  'an object': isObject,
  'an array of objects': listOf(isObject),
  'an array of strings': listOf(isText),
};

/** A resource as it is looked at: the object, and its metadata field under the service's prefix where it has one. */
export interface SeenResource {
  readonly object: JsonObject;
  readonly metadataField?: string;
}

/** A look for every rule of a resource's rows in the table of fields. A field that is left out, or null, has no type to look at. */
export function fieldLooks(resource: TableResource): Readonly<Record<string, (seen: SeenResource) => Look>> {
  return Object.fromEntries(
    fieldRows(resource).flatMap((row) => [
      ...(row.required ? [[`${row.rule}.present`, presenceOf(row)] as const] : []),
      [`${row.rule}.type`, typeOf(row)] as const,
    ]),
  );
}

function presenceOf({ path }: FieldRow): (seen: SeenResource) => Look {
  return ({ object, metadataField }) => {
    const [value] = valuesAt(object, stepsOf(path, metadataField));
    if (!isAbsent(value)) return 'held';
    const observed = `${value === null ? 'null' : 'none'} in ${shown(object)}`;
    return { broken: { expected: `${path} to be there, and not null`, observed } };
  };
}

function typeOf({ path, type }: FieldRow): (seen: SeenResource) => Look {
  const holds = holdsType[type];
  return ({ object, metadataField }) => {
    const values = valuesAt(object, stepsOf(path, metadataField)).filter((value) => !isAbsent(value));
    if (values.length === 0) return undefined;
    return heldIf(
      values.every(holds),
      `${path} to be ${type}`,
      values.find((value) => !holds(value)),
    );
  };
}

function stepsOf(path: string, metadataField = 'svc_metadata'): readonly string[] {
  return path.split('.').map((step) => (step === 'svc_metadata' ? metadataField : step));
}

/** What stands at a path: one value, or that of every item where a step is a list. */
function valuesAt(object: JsonObject, [step = '', ...rest]: readonly string[]): readonly unknown[] {
  const value = object[step.replace('[]', '')];
  if (rest.length === 0) return [value];
  const parts = step.endsWith('[]') ? (Array.isArray(value) ? value : []) : [value];
  return parts.filter(isObject).flatMap((part) => valuesAt(part, rest));
}
