import { nearest } from './nearest.ts';
import { type ReadEntry, valueAt } from './read-entry.ts';

/** What an account knows that a request may have meant. */
export interface Known {
  readonly modelIds: readonly string[];
  /** Paths of the gateway's routes. */
  readonly paths: readonly string[];
  /** Names of headers that mean something. */
  readonly headers: readonly string[];
  readonly metadataHeader: string;
}

const fields = [
  ...['model', 'models', 'messages', 'stream', 'max_tokens', 'max_completion_tokens', 'temperature', 'tools'],
  ...['response_format', 'provider', 'retry_of', 'tool_choice', 'stream_options'],
];

/** Sentences on what in a request looks like a slip, whether or not it was refused: a name that nearly means something. */
export function nearMisses(read: ReadEntry, known: Known): readonly string[] {
  return [...pathSlips(read, known), ...headerSlips(read, known), ...fieldSlips(read), ...modelSlips(read, known)];
}

function pathSlips({ entry }: ReadEntry, { paths }: Known): readonly string[] {
  if (entry.status !== 404 && entry.status !== 405) return [];
  const path = entry.path.split('?')[0] ?? '';
  const meant = paths.find((one) => one === `/v1${path}` || `/v1${one}` === path) ?? nearest(path, paths, 3);
  return meant === undefined ? [] : [`The path is ${path}; did you mean ${meant}?`];
}

function headerSlips({ entry }: ReadEntry, { headers, metadataHeader }: Known): readonly string[] {
  const names = Object.keys(entry.headers).filter((name) => !headers.includes(name));
  const slips = names.flatMap((name) => {
    const meant = /idempoten/.test(name) ? 'idempotency-key' : nearest(name, headers);
    return meant === undefined ? [] : [`The header ${name} means nothing here; did you mean ${meant}?`];
  });
  const asked = entry.headers[metadataHeader];
  return asked === undefined || asked === 'enabled'
    ? slips
    : [...slips, `The header ${metadataHeader} is ${String(asked)}; only the value enabled means something.`];
}

function fieldSlips({ json }: ReadEntry): readonly string[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  return Object.keys(json).flatMap((name) => {
    const meant = nearest(name, fields);
    return meant === undefined || Object.hasOwn(json, meant)
      ? []
      : [`\`${name}\` is not known here; did you mean \`${meant}\`?`];
  });
}

function modelSlips({ json }: ReadEntry, { modelIds }: Known): readonly string[] {
  const fallbacks = valueAt(json, 'models');
  const asked = [valueAt(json, 'model'), ...(Array.isArray(fallbacks) ? fallbacks : [])];
  return asked.flatMap((model) => {
    if (typeof model !== 'string') return [];
    const meant = modelIds.find((id) => id.endsWith(`/${model}`)) ?? nearest(model, modelIds, 3);
    return meant === undefined ? [] : [`The account has no model ${model}; did you mean ${meant}?`];
  });
}
