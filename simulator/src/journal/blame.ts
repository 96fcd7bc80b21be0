import { type ReadEntry, valueAt } from './read-entry.ts';
import { type Redaction, redactSecret, redactText } from './redact.ts';

/** One sentence on what the client did for its request to be refused; null when it was not refused. */
export function blame(read: ReadEntry, redaction: Redaction): string | null {
  const { error, entry } = read;
  if (error === undefined) return null;
  const [fault] = entry.faults;
  if (fault !== undefined) return sentence(`a fault of the account ${fault}`);
  return sentence(redactText(causes[error.code]?.(read, error.message) ?? error.message, redaction));
}

type Cause = (read: ReadEntry, message: string) => string | undefined;

const causes: Readonly<Record<string, Cause>> = {
  invalid_request: invalidField,
  unauthorized({ entry }, message) {
    const { authorization } = entry.headers;
    if (authorization === undefined) return 'no `Authorization` header was sent';
    if (!/^bearer /i.test(authorization)) return '`Authorization` does not begin with `Bearer` and a space';
    return `the key ${redactSecret(authorization.slice('bearer '.length).trim())} was sent: ${message.slice(0, 1).toLowerCase()}${message.slice(1)}`;
  },
  no_endpoint_available: unknownModel,
  model_not_found: unknownModel,
  unsupported_capability: ({ json }) =>
    valueAt(json, 'audio') === undefined ? undefined : '`audio` asks for what the API does not offer',
  payload_too_large: ({ entry }) => `the body has ${entry.headers['content-length'] ?? 'too many'} bytes`,
};

/** `temperature: must be a number.` becomes `` `temperature` is a string ("hot") and must be a number ``. */
function invalidField({ json, text, entry }: ReadEntry, message: string): string | undefined {
  const [, field, wanted] = /^([\w.]+): (.+?)\.?$/.exec(message) ?? [];
  if (field === undefined || wanted === undefined) return undefined;
  if (field === 'body') {
    if (entry.bodyBytes === 0) return 'the body is empty';
    return json === undefined
      ? `the body is no JSON: it begins with ${JSON.stringify(text.slice(0, 40).trim())}`
      : `the body is ${described(json)}`;
  }
  const value = valueAt(json, field);
  return value === undefined ? `\`${field}\` is missing` : `\`${field}\` is ${described(value)} and ${wanted}`;
}

function unknownModel({ json }: ReadEntry, message: string): string | undefined {
  const model = valueAt(json, 'model');
  return typeof model === 'string' && message.includes(model)
    ? `\`model\` is ${model}, which no endpoint here serves`
    : undefined;
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  const shown = JSON.stringify(value) ?? '';
  return `a ${typeof value} (${shown.length > 60 ? `${shown.slice(0, 57)}…` : shown})`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? '' : '.'}`;
}
