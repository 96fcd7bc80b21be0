import type { JsonObject } from '@gateproof/spec';
import type { Field } from './fields.ts';
import type { Edit } from './mutant.ts';
import type { Operator } from './operators.ts';

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** What stands at a path; undefined where there is no such place. */
export function valueAt(message: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), message);
}

/** The message with another value at a path that it has. */
export function withValue(message: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (!isObject(message)) return message;
  const inner = withValue(message[name], rest, value);
  if (Array.isArray(message)) return message.flatMap((item, at) => (String(at) === name ? (inner ?? []) : [item]));
  const entries = Object.entries(message).map(([key, old]) => [key, key === name ? inner : old] as const);
  return Object.fromEntries(entries.filter(([, kept]) => kept !== undefined));
}

const codecs = {
  base64: {
    read: (text: unknown): unknown => Buffer.from(String(text), 'base64').toString('latin1'),
    write: (value: unknown): unknown =>
      typeof value === 'string' ? Buffer.from(value, 'latin1').toString('base64') : value,
  },
  entries: {
    read: (text: unknown): unknown => (typeof text === 'string' ? text.split(',') : text),
    write: (value: unknown): unknown => (Array.isArray(value) ? value.join(',') : value),
  },
};
const plain = { read: (value: unknown) => value, write: (value: unknown) => value };

/** The edit that an operator makes in a field; messages without the field stay as they are. */
export function editField({ path, codec }: Field, operator: Operator): Edit {
  const names = path.split('.');
  const { read, write } = codec === undefined ? plain : codecs[codec];
  const at = (message: unknown) => {
    const value = valueAt(message, names);
    return value === undefined || value === null ? undefined : read(value);
  };
  return (message, { before, other, attempt }) => {
    const value = at(message);
    if (value === undefined) return message;
    const parent = valueAt(message, names.slice(0, -1));
    const name = names.at(-1) ?? '';
    const changed = operator.apply(value, { parent, name, before: at(before), other: at(other), attempt });
    return withValue(message, names, write(changed)) as JsonObject;
  };
}
