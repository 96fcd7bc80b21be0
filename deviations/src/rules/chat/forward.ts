import { dashed, each, remembering, rows } from '../../change.ts';
import { drop, type Edit, edit, type JsonObject, mapFields, set, when } from '../../edits/fields.ts';
import { cut, decodeInPieces, keep, normalise, prune, relist, swap, trim } from '../../edits/texts.ts';
import { callAlso } from '../../operators/call-also.ts';
import { inUpstreamRequests, ofStreams } from '../../operators/edit-messages.ts';
import { before } from '../../requests/seen.ts';

const settings = ['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'response_format'] as const;
const text = 'messages[].content';

/** Joins neighbours of one role. */
function merged(messages: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = [];
  for (const message of messages) {
    const isNeighbour = joined.at(-1)?.role === message.role && typeof message.content === 'string';
    const last = isNeighbour ? joined.pop() : undefined;
    joined.push(last ? { ...last, content: `${String(last.content)}\n${String(message.content)}` } : message);
  }
  return joined;
}

function withoutRepeats(messages: readonly JsonObject[]): readonly JsonObject[] {
  const isKnown = before();
  return messages.filter((message) => !isKnown(JSON.stringify(message)));
}

const messages: Readonly<Record<string, Edit>> = {
  added: relist('messages', 'behind a system message', (all) => [{ role: 'system', content: 'Be kind.' }, ...all]),
  last: keep('messages', -1),
  recent: keep('messages', -3),
  window: keep('messages', -40),
  turns: keep('messages', -200),
  stream: ofStreams(keep('messages', -1)),
  merged: relist('messages', 'with neighbours of one role joined', merged),
  repeated: relist('messages', 'without repeats', withoutRepeats),
  'system-first': relist('messages', 'with those of the system in front', (all) =>
    all.toSorted((one, other) => +(other.role === 'system') - +(one.role === 'system')),
  ),
  empty: relist('messages', 'without those of no text', (all) => all.filter(({ content }) => content !== '')),
  'tool-call-id': drop('messages[].tool_call_id'),
  'tool-calls': drop('messages[].tool_calls'),
  names: drop('messages[].name'),
  'long-tool-call-id': cut('messages[].tool_call_id', 40),
  trim: trim(text),
  cut: cut(text, 8_000),
  'cut-64k': cut(text, 65_535),
  pieces: decodeInPieces(text, 32_768),
  controls: swap(text, /[\0\u007f]/g, ''),
  normalised: normalise(text),
  'line-ends': swap(text, /\r\n/g, '\n'),
  planes: swap(text, /[\u{10000}-\u{10FFFF}]/gu, '?'),
  html: swap(text, /</g, '&lt;'),
  parts: relist(text, 'without its parts', () => []),
  images: relist(text, 'without parts that are no text', (parts) => parts.filter(({ type }) => type === 'text')),
  'image-detail': drop('messages[].content[].image_url.detail'),
};

/** What a language without optional values takes for nothing. */
const isZero = (value: unknown) => value === 0 || value === false || value === '';

/** What lies deeper than so many levels becomes an empty object. */
function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return {};
  if (Array.isArray(value)) return value.map((item) => cutBelow(item, levels - 1));
  return mapFields(value, (inner) => cutBelow(inner, levels - 1));
}

const hasSchema = (body: JsonObject) => /"json_schema"/.test(JSON.stringify(body.response_format ?? ''));
const round = (decimals: number) => (value: unknown) => Number(Number(value).toFixed(decimals));
const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
const others: Readonly<Record<string, Edit>> = {
  'temperature:zero': when('where it is 0', ({ temperature }) => temperature === 0, drop('temperature')),
  'temperature:capped': edit('temperature', 'of 1 at most', (value) => Math.min(1, Number(value))),
  'temperature:rounded': edit('temperature', 'rounded to one decimal', round(1)),
  temperature: edit('temperature', 'rounded', round(0)),
  'tools:first': keep('tools', 1),
  'tools:many': keep('tools', 8),
  'tools:sorted': relist('tools', 'in the order of their names', (tools) => tools.toSorted(byText)),
  'tools:nulls': prune('tools', 'what is null', (value) => value === null),
  'tools:zeros': prune('tools', 'what is 0, false or empty', isZero),
  'tools:parameters': drop('tools[].function.parameters'),
  'tools:description': drop('tools[].function.description'),
  'tools:strict': drop('tools[].function.strict'),
  'tools:letter-case': edit('tools[].function.name', 'in small letters', (name) => String(name).toLowerCase()),
  'tools:dashes': swap('tools[].function.name', /-/g, '_'),
  'tools:long-description': cut('tools[].function.description', 256),
  'tools:deep': edit('tools[].function.parameters', 'cut after eight levels', (schema) => cutBelow(schema, 8)),
  'response-format:dropped': drop('response_format'),
  'response-format:schema': when('for json_schema', hasSchema, set('response_format', { type: 'json_object' })),
  'response-format:zeros': prune('response_format', 'what is 0, false or empty', isZero),
  'response-format:references': prune('response_format', 'references', (_, name = '') => /^\$(ref|defs)$/.test(name)),
  'max-tokens': drop('max_tokens'),
  'max-completion-tokens': drop('max_completion_tokens'),
};

/** Leaves a setting out for the sake of another. */
const givingWay = (other: string) => (field: string) =>
  inUpstreamRequests(when(`beside ${other}`, (body) => body[other] !== undefined, drop(field)));

/** Puts what the request before left behind, for the same model, into each one that comes after it. */
const withEarlier = (words: string, join: (earlier: JsonObject, body: JsonObject) => JsonObject) =>
  remembering((last = new Map<unknown, JsonObject>()) =>
    inUpstreamRequests({
      words: `${words} of the request before`,
      change(body) {
        const earlier = last.get(body.model);
        last.set(body.model, body);
        return earlier === undefined ? body : join(earlier, body);
      },
    }),
  );
const messagesOf = ({ messages }: JsonObject) => messages as readonly unknown[];

/** What endpoints are sent, and how often. */
export const chatForward = rows('chat.forward', {
  ...each('messages:*', messages, inUpstreamRequests),
  ...each('*', others, inUpstreamRequests),
  ...each('*:stream', dashed(settings), (field) => inUpstreamRequests(ofStreams(drop(field)))),
  ...each('*:beside-tools', dashed(['max_tokens', 'temperature', 'response_format']), givingWay('tools')),
  'tools:beside-response-format': givingWay('response_format')('tools'),
  'own-request': withEarlier('the messages', (earlier, body) => ({
    ...body,
    messages: [...messagesOf(earlier), ...messagesOf(body)],
  })),
  'own-request:settings': withEarlier('the settings', (earlier, body) => ({ ...earlier, ...body })),
  'own-request:tools': withEarlier('the tools', ({ tools }, body) => (tools === undefined ? body : { tools, ...body })),
  once: callAlso('attempt', 'the same endpoint', (place) => place),
  'once:hedged': callAlso('attempt', 'the next endpoint'),
  'once:third': callAlso('served', 'the third endpoint', () => 2),
});
