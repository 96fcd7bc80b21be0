import type { Field } from './contract-fields.ts';
import { lost, type PerturbationName, perturbations } from './perturbations.ts';

/** Earlier messages from which values may be taken. */
export type OtherMessages = Readonly<Partial<Record<'earlier' | 'foreign', unknown>>>;

type Members = Readonly<Record<string, unknown>>;

/** The message with the field changed wherever it stands; the same where it does not. */
export function changeMessage(
  message: unknown,
  field: Field,
  change: PerturbationName,
  others: OtherMessages,
): unknown {
  const [name, ...path] = field.path;
  if (name === undefined || typeof message !== 'object' || message === null) return message;
  const members = message as Members;
  const names = name === '*' ? Object.keys(members) : [name].filter((one) => Object.hasOwn(members, one));
  const changed = names.map((one) => {
    const value = members[one];
    const inner = { earlier: memberOf(others.earlier, one), foreign: memberOf(others.foreign, one) };
    if (path.length > 0) return [one, changeMessage(value, { ...field, path }, change, inner)] as const;
    return [one, perturbations[change].apply(value, { siblings: members, name: one, ...inner })] as const;
  });
  const whole = Object.entries({ ...members, ...Object.fromEntries(changed) }).filter(([, value]) => value !== lost);
  return Array.isArray(message) ? whole.map(([, value]) => value) : Object.fromEntries(whole);
}

function memberOf(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? (whole as Members)[name] : undefined;
}

/** Header fields, which are texts or not there. */
export function textsOf<Headers extends object>(headers: object): Headers {
  const there = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    there.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  ) as Headers;
}
