import { patch } from '@gateproof/simulator/behaviour';
import { isObject } from '../../changes/exchange-changes.ts';
import { forwarding } from '../../changes/forwarding.ts';
import { inside, insideEach, without } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Changes the conversation that an endpoint is sent, where it is one of objects: what is malformed is for another rule. */
const inConversation = (change: (messages: readonly JsonObject[], body: JsonObject) => readonly JsonObject[]) =>
  forwarding((body) =>
    Array.isArray(body.messages) && body.messages.every(isObject)
      ? { ...body, messages: change(body.messages, body) }
      : body,
  );

const inTexts = (change: (text: string) => string) =>
  inConversation((messages) =>
    messages.map((message) =>
      typeof message.content === 'string' ? { ...message, content: change(message.content) } : message,
    ),
  );

const inParts = (change: (parts: readonly JsonObject[]) => readonly JsonObject[]) =>
  inConversation((messages) =>
    messages.map((message) =>
      Array.isArray(message.content) ? { ...message, content: change(message.content as JsonObject[]) } : message,
    ),
  );

/** Joins neighbours of one role. */
function merged(messages: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last !== undefined && last.role === message.role && typeof message.content === 'string') {
      joined.splice(-1, 1, { ...last, content: `${String(last.content)}\n${message.content}` });
    } else joined.push(message);
  }
  return joined;
}

/** Leaves out what a language without optional values takes for nothing: 0, false, empty text. */
function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== 0 && inner !== false && inner !== '');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutZeros(inner)]));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutNulls(inner)]));
}

const conversations: readonly Deviation[] = [
  ...(
    [
      ['recent', 'sends the last three messages only', inConversation((messages) => messages.slice(-3))],
      ['merged', 'joins neighbouring messages of one role', inConversation(merged)],
      ['window', 'sends the last forty messages only', inConversation((messages) => messages.slice(-40))],
      [
        'repeated',
        'leaves out messages that stood there before',
        inConversation((messages) => {
          const seen = new Set<string>();
          return messages.filter((message) => seen.size < seen.add(JSON.stringify(message)).size);
        }),
      ],
      [
        'system-first',
        'puts system messages to the front',
        inConversation((messages) => messages.toSorted((a, b) => +(b.role === 'system') - +(a.role === 'system'))),
      ],
      [
        'empty',
        'leaves out messages without text',
        inConversation((messages) => messages.filter(({ content }) => content !== '')),
      ],
      [
        'tool-call-id',
        'leaves out to which call a tool’s message belongs',
        inConversation((messages) => messages.map((message) => without(message, 'tool_call_id'))),
      ],
      [
        'tool-calls',
        'leaves out the tool calls of earlier turns',
        inConversation((messages) => messages.map((message) => without(message, 'tool_calls'))),
      ],
      ['cut', 'cuts messages after 8,000 characters', inTexts((text) => text.slice(0, 8_000))],
      ['cut-64k', 'cuts messages after 65,535 characters', inTexts((text) => text.slice(0, 65_535))],
      ['turns', 'sends the last two hundred messages only', inConversation((messages) => messages.slice(-200))],
      [
        'names',
        'leaves out who speaks',
        inConversation((messages) => messages.map((message) => without(message, 'name'))),
      ],
      ['images', 'leaves out parts that are no text', inParts((parts) => parts.filter(({ type }) => type === 'text'))],
      [
        'image-detail',
        'leaves out in how much detail an image is to be seen',
        inParts((parts) => parts.map((part) => inside(part, 'image_url', (image) => without(image, 'detail')))),
      ],
      [
        'long-tool-call-id',
        'cuts ids of tool calls after 40 characters',
        inConversation((messages) =>
          messages.map((message) =>
            typeof message.tool_call_id === 'string'
              ? { ...message, tool_call_id: message.tool_call_id.slice(0, 40) }
              : message,
          ),
        ),
      ],
      ['controls', 'leaves out control characters', inTexts((text) => text.replace(/[\0\u007f]/g, ''))],
      ['normalised', 'normalises messages', inTexts((text) => text.normalize('NFC'))],
      ['line-ends', 'writes line ends its own way', inTexts((text) => text.replaceAll('\r\n', '\n'))],
      [
        'planes',
        'replaces what lies beyond the basic plane',
        inTexts((text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '?')),
      ],
      [
        'parts',
        'sends messages without the parts that they are made of',
        inConversation((messages) =>
          messages.map((message) => (Array.isArray(message.content) ? { ...message, content: '' } : message)),
        ),
      ],
      ['trimmed', 'takes blanks off both ends of messages', inTexts((text) => text.trim())],
      ['html', 'escapes messages for HTML', inTexts((text) => text.replaceAll('<', '&lt;'))],
    ] as const
  ).map(([how, summary, apply]) => breaking(`chat.forward.messages:${how}`, summary, apply)),
  breaking(
    'chat.forward.messages:stream',
    'sends the last message only of streams',
    inConversation((messages, { stream }) => (stream === true ? messages.slice(-1) : messages)),
  ),
];

const settings: readonly Deviation[] = [
  ...(['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'response_format'] as const).map((field) =>
    breaking(
      `chat.forward.${field.replaceAll('_', '-')}:stream`,
      `does not pass on ${field} of streams`,
      forwarding((body) => (body.stream === true ? without(body, field) : body)),
    ),
  ),
  breaking(
    'chat.forward.temperature:zero',
    'takes a temperature of 0 for none',
    forwarding((body) => (body.temperature === 0 ? without(body, 'temperature') : body)),
  ),
  breaking(
    'chat.forward.temperature:capped',
    'takes no temperature above 1',
    forwarding((body) => (Number(body.temperature) > 1 ? { ...body, temperature: 1 } : body)),
  ),
  breaking(
    'chat.forward.temperature:rounded',
    'rounds temperatures to one decimal',
    forwarding((body) =>
      typeof body.temperature === 'number' ? { ...body, temperature: Math.round(body.temperature * 10) / 10 } : body,
    ),
  ),
  breaking(
    'chat.forward.tools:nulls',
    'leaves out what is null in tools',
    forwarding((body) => (Array.isArray(body.tools) ? { ...body, tools: withoutNulls(body.tools) } : body)),
  ),
  breaking(
    'chat.forward.tools:description',
    'leaves out what tools are described by',
    forwarding((body) =>
      insideEach(body, 'tools', (tool) => inside(tool, 'function', (called) => without(called, 'description'))),
    ),
  ),
  breaking(
    'chat.forward.tools:sorted',
    'sends tools in the order of their names',
    forwarding((body) =>
      Array.isArray(body.tools)
        ? {
            ...body,
            tools: (body.tools as unknown[]).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
          }
        : body,
    ),
  ),
  breaking(
    'chat.forward.tools:zeros',
    'leaves out what is 0, false or empty in tools',
    forwarding((body) => (Array.isArray(body.tools) ? { ...body, tools: withoutZeros(body.tools) } : body)),
  ),
  breaking(
    'chat.forward.tools:strict',
    'leaves out whether a tool is strict',
    forwarding((body) =>
      insideEach(body, 'tools', (tool) => inside(tool, 'function', (called) => without(called, 'strict'))),
    ),
  ),
  breaking(
    'chat.forward.response-format:zeros',
    'leaves out what is 0, false or empty in response_format',
    forwarding((body) =>
      typeof body.response_format === 'object'
        ? { ...body, response_format: withoutZeros(body.response_format) }
        : body,
    ),
  ),
];

/** Leaves out one setting for the sake of another. */
const givingWay = (field: string, other: string) =>
  breaking(
    `chat.forward.${field.replaceAll('_', '-')}:beside-${other.replaceAll('_', '-')}`,
    `leaves out ${field} where ${other} stands`,
    forwarding((body) => (body[other] === undefined ? body : without(body, field))),
  );

const inCalled = (change: (called: JsonObject) => JsonObject) =>
  forwarding((body) => insideEach(body, 'tools', (tool) => inside(tool, 'function', change)));

/** What lies deeper than so many levels becomes an empty object. */
function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return {};
  if (Array.isArray(value)) return value.map((item) => cutBelow(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1)]));
}

function withoutReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutReferences);
  const kept = Object.entries(value).filter(([name]) => name !== '$ref' && name !== '$defs');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutReferences(inner)]));
}

const larger: readonly Deviation[] = [
  givingWay('max_tokens', 'tools'),
  givingWay('temperature', 'tools'),
  givingWay('response_format', 'tools'),
  givingWay('tools', 'response_format'),
  ...(
    [
      [
        'many',
        'passes on eight tools',
        forwarding((body) => (Array.isArray(body.tools) ? { ...body, tools: body.tools.slice(0, 8) } : body)),
      ],
      [
        'dashes',
        'writes names of tools without dashes',
        inCalled((called) => ({ ...called, name: String(called.name).replaceAll('-', '_') })),
      ],
      [
        'long-description',
        'cuts descriptions after 256 characters',
        inCalled((called) => ({ ...called, description: String(called.description).slice(0, 256) })),
      ],
      [
        'deep',
        'leaves out what lies deep in a schema',
        inCalled((called) => inside(called, 'parameters', (schema) => cutBelow(schema, 8) as JsonObject)),
      ],
    ] as const
  ).map(([how, summary, apply]) => breaking(`chat.forward.tools:${how}`, summary, apply)),
  breaking(
    'chat.forward.response-format:references',
    'leaves out the references of a schema',
    forwarding((body) => inside(body, 'response_format', (format) => withoutReferences(format) as JsonObject)),
  ),
];

const calls: readonly Deviation[] = [
  breaking(
    'chat.forward.once:hedged',
    'asks the next endpoint at the same time',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'attempt' ? candidates.slice(place + 1, place + 2) : []),
    }),
  ),
  breaking(
    'chat.forward.once:third',
    'asks the third endpoint once the first has served',
    patch('routing', { extraCalls: (moment, candidates) => (moment === 'served' ? candidates.slice(2, 3) : []) }),
  ),
];

/** Ways to send an endpoint something else than what was asked, in one corner only. */
export const forwardingCorners: readonly Deviation[] = [...conversations, ...settings, ...larger, ...calls];
