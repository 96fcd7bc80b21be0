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
  const stepsFor = stepsOf(path);
  return ({ object, metadataField }) => {
    const [value] = valuesAt(object, stepsFor(metadataField));
    if (!isAbsent(value)) return 'held';
    const observed = `${value === null ? 'null' : 'none'} in ${shown(object)}`;
    return { broken: { expected: `${path} to be there, and not null`, observed } };
  };
}

function typeOf({ path, type }: FieldRow): (seen: SeenResource) => Look {
  const holds = holdsType[type];
  const stepsFor = stepsOf(path);
  const expected = `${path} to be ${type}`;
  return ({ object, metadataField }) => {
    const values = valuesAt(object, stepsFor(metadataField)).filter((value) => !isAbsent(value));
    if (values.length === 0) return undefined;
    return heldIf(
      values.every(holds),
      expected,
      values.find((value) => !holds(value)),
    );
  };
}

/** The path taken apart, once for each name of the metadata field: every resource of a run is looked at. */
function stepsOf(path: string): (metadataField?: string) => readonly Step[] {
  const known = new Map<string, readonly Step[]>();
  return (metadataField = 'svc_metadata') => {
    let steps = known.get(metadataField);
    if (steps === undefined) {
      const names = path.split('.').map((name) => (name === 'svc_metadata' ? metadataField : name));
      steps = names.map((name) => ({ field: name.replace('[]', ''), isList: name.endsWith('[]') }));
      known.set(metadataField, steps);
    }
    return steps;
  };
}

interface Step {
  readonly field: string;
  readonly isList: boolean;
}

/** What stands at a path: one value, or that of every item where a step is a list. */
function valuesAt(object: JsonObject, steps: readonly Step[], place = 0): readonly unknown[] {
  const step = steps[place];
  const value = step === undefined ? undefined : object[step.field];
  if (step === undefined || place === steps.length - 1) return [value];
  const parts = step.isList ? (Array.isArray(value) ? value : []) : [value];
  return parts.filter(isObject).flatMap((part) => valuesAt(part, steps, place + 1));
}
