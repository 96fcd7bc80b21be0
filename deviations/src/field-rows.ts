import { type FieldType, fieldRows, type TableResource } from '@gateproof/spec';
import type { Change } from './change.ts';
import { drop, type Edit, retype } from './edits/fields.ts';
import { unixSeconds } from './edits/times.ts';

const number = (path: string) => retype(path, 'number');
const text = (path: string) => retype(path, 'text');
const ofOtherType: Readonly<Record<FieldType, (path: string) => Edit>> = {
  'a string': number,
  'a non-empty string': number,
  'an integer': text,
  'an integer of at least zero': text,
  'a number': text,
  'a number of at least zero': text,
  'a date-time': unixSeconds,
  'an object': text,
  'an array of objects': (path) => retype(path, 'object'),
  'an array of strings': text,
};

/** Rows for the table of a resource's fields: each that is required left out, and each of another type. */
export function ofFields(
  resource: TableResource,
  inMessages: (edit: Edit) => Change,
): Readonly<Record<string, Change>> {
  const changes = fieldRows(resource).flatMap(({ rule, path: written, type, required }) => {
    const [key, path] = [rule.replace(`${resource}.field.`, ''), written.replace('svc_metadata', '*_metadata')];
    const wrong = [`${key}.type`, inMessages(ofOtherType[type](path))] as const;
    return required === true ? [[`${key}.present`, inMessages(drop(path))] as const, wrong] : [wrong];
  });
  return Object.fromEntries(changes);
}
