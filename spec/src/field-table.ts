import { readYaml } from './read-yaml.ts';
import type { Rule } from './rule.ts';

/** What a field may hold, in the words of its rule. */
export type FieldType =
  | 'a string'
  | 'a non-empty string'
  | 'an integer'
  | 'an integer of at least zero'
  | 'a number'
  | 'a number of at least zero'
  | 'a date-time'
  | 'an object'
  | 'an array of objects'
  | 'an array of strings';

/** One row of the table of fields. */
export interface FieldRow extends Pick<Rule, 'points'>, Partial<Pick<Rule, 'freedoms' | 'needs'>> {
  /** The beginning of its rules' ids. */
  readonly rule: string;
  /** From the resource: `usage.cost`, or `output[].url` for that of every item. */
  readonly path: string;
  readonly type: FieldType;
  /** Whether it is always there and not null. Default: it may be left out. */
  readonly required?: boolean;
  /** Below `Resources and their fields`. */
  readonly section: string;
}

/** The resources whose fields are in the table: how a sentence calls them, and what a testbed must arrange for one to be seen. */
const resources = {
  job: { name: 'A Job', needs: ['models'] },
  chat: { name: 'A chat completion', needs: [] },
} as const;
export type TableResource = keyof typeof resources;

/** The rows of one resource, in the contract's order (Resources and their fields). */
export function fieldRows(resource: TableResource): readonly FieldRow[] {
  return (readYaml('tables/fields.yaml') as readonly FieldRow[]).filter(({ rule }) => rule.startsWith(`${resource}.`));
}

/** The rules of a resource's rows: that a required field is there, and that each is of its type. */
export function fieldRules(resource: TableResource): readonly Partial<Rule>[] {
  const { name, needs } = resources[resource];
  return fieldRows(resource).flatMap(({ rule, path, type, required = false, section, points, ...ofRule }) => {
    const shared = {
      kind: 'standing',
      family: `${resource}.field`,
      section: `Resources and their fields › ${section}`,
      points,
      needs,
      ...ofRule,
    } as const;
    const statement = `${name}'s ${path}${required ? '' : ', when there is one,'} is ${type}.`;
    const ofType = { ...shared, id: `${rule}.type`, conditional: true, statement };
    if (!required) return [ofType];
    return [{ ...shared, id: `${rule}.present`, statement: `${name} has ${path}, and it is not null.` }, ofType];
  });
}
