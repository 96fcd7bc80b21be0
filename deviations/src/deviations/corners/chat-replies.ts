import { patch } from '@gateproof/simulator/behaviour';
import { inCompletions, inMessages } from '../../changes/in-completions.ts';
import { inside, insideEach } from '../../changes/reshape.ts';
import type { Deviation } from '../../deviation.ts';
import { breaking } from '../breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const inText = (change: (text: string) => string) =>
  inMessages((message) =>
    typeof message.content === 'string' ? { ...message, content: change(message.content) } : message,
  );
const inCalls = (change: (call: JsonObject, called: JsonObject) => JsonObject) =>
  inMessages((message) => insideEach(message, 'tool_calls', (call) => change(call, call.function as JsonObject)));
const inChoices = (change: (choice: JsonObject) => JsonObject) =>
  inCompletions((told) => insideEach(told, 'choices', change));
const hasCalls = ({ message }: JsonObject) => Array.isArray((message as JsonObject).tool_calls);

const contents: readonly Deviation[] = [
  breaking(
    'chat.relay.content:large',
    'cuts the content after 16,000 characters',
    inText((text) => text.slice(0, 16_000)),
  ),
  breaking(
    'chat.relay.content:collapsed',
    'joins blanks',
    inText((text) => text.replace(/ {2,}/g, ' ')),
  ),
  breaking(
    'chat.relay.content:beside-calls',
    'leaves out the text beside tool calls',
    inMessages((message) => (Array.isArray(message.tool_calls) ? { ...message, content: null } : message)),
  ),
  breaking(
    'chat.relay.content:zero',
    'takes a zero for no content',
    patch('routing', ({ isEmpty }) => ({
      isEmpty: (output) => isEmpty(output) || (output.content === '0' && !output.hasToolCalls),
    })),
  ),
  breaking(
    'chat.relay.content:null',
    'takes the word null for no content',
    inMessages((message) => (message.content === 'null' ? { ...message, content: null } : message)),
  ),
  breaking(
    'chat.relay.content:fenced',
    'takes code out of its fence',
    inText((text) => text.replace(/^```(?:json)?\n([\s\S]*?)\n```$/, '$1')),
  ),
  breaking(
    'chat.relay.content:byte-order-mark',
    'leaves out byte order marks',
    inText((text) => text.replaceAll('\ufeff', '')),
  ),
  breaking(
    'chat.relay.unicode:controls',
    'leaves out control characters',
    inText((text) => text.replace(/[\0\u007f]/g, '')),
  ),
  breaking(
    'chat.relay.unicode:html',
    'escapes for HTML',
    inText((text) => text.replaceAll('<', '&lt;')),
  ),
  breaking(
    'chat.relay.unicode:separators',
    'takes U+2028 for a line end',
    inText((text) => text.replaceAll('\u2028', '\n')),
  ),
  breaking(
    'chat.relay.unicode:joiners',
    'leaves out joiners',
    inText((text) => text.replaceAll('\u200d', '')),
  ),
];

const calls: readonly Deviation[] = [
  ...(
    [
      [
        'objects',
        'tells arguments as objects',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: JSON.parse(String(called.arguments)) },
        })),
      ],
      [
        'empty',
        'tells no arguments as empty text',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: called.arguments === '{}' ? '' : called.arguments },
        })),
      ],
      [
        'names',
        'passes on one call of each name',
        inMessages((message) => {
          const seen = new Set<unknown>();
          const isFirst = ({ function: called }: { function: JsonObject }) => seen.size < seen.add(called.name).size;
          return Array.isArray(message.tool_calls)
            ? { ...message, tool_calls: message.tool_calls.filter(isFirst) }
            : message;
        }),
      ],
      [
        'escaped',
        'writes escapes in arguments out',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: String(called.arguments).replaceAll('\\u00e9', 'é') },
        })),
      ],
      [
        'many',
        'passes on eight calls',
        inMessages((message) =>
          Array.isArray(message.tool_calls) ? { ...message, tool_calls: message.tool_calls.slice(0, 8) } : message,
        ),
      ],
      [
        'long-arguments',
        'cuts arguments after 1,024 characters',
        inCalls((call, called) => ({
          ...call,
          function: { ...called, arguments: String(called.arguments).slice(0, 1_024) },
        })),
      ],
      ['long-ids', 'cuts ids after 40 characters', inCalls((call) => ({ ...call, id: String(call.id).slice(0, 40) }))],
    ] as const
  ).map(([how, summary, apply]) => breaking(`chat.relay.tool-calls:${how}`, summary, apply)),
  breaking(
    'chat.relay.finish-reason:calls',
    'tells the end by tool calls as stop',
    inChoices((choice) => (hasCalls(choice) ? { ...choice, finish_reason: 'stop' } : choice)),
  ),
];

const types: readonly Deviation[] = [
  ...(
    [
      [
        'created.type',
        'fraction',
        'tells created with a fraction',
        inCompletions((told) => ({ ...told, created: 1.5 })),
      ],
      [
        'created.type',
        'text',
        'tells created as digits',
        inCompletions((told) => ({ ...told, created: '1790000000' })),
      ],
      [
        'choices.type',
        'empty-item',
        'tells an empty second choice',
        inCompletions((told) => ({ ...told, choices: [...(told.choices as unknown[]), null] })),
      ],
      [
        'choices-index.type',
        'fraction',
        'tells the index with a fraction',
        inChoices((choice) => ({ ...choice, index: 0.5 })),
      ],
      [
        'choices-message.type',
        'array',
        'tells the message as an array',
        inChoices((choice) => ({ ...choice, message: [choice.message] })),
      ],
      [
        'choices-finish-reason.type',
        'flag',
        'tells finish_reason as a flag',
        inChoices((choice) => ({ ...choice, finish_reason: true })),
      ],
      [
        'usage-prompt-tokens.type',
        'negative',
        'tells prompt_tokens below zero',
        inCompletions((told) => inside(told, 'usage', (usage) => ({ ...usage, prompt_tokens: -1 }))),
      ],
      [
        'usage-completion-tokens.type',
        'text',
        'tells completion_tokens as digits',
        inCompletions((told) => inside(told, 'usage', (usage) => ({ ...usage, completion_tokens: '3' }))),
      ],
      [
        'usage-total-tokens.type',
        'fraction',
        'tells total_tokens with a fraction',
        inCompletions((told) => inside(told, 'usage', (usage) => ({ ...usage, total_tokens: 7.5 }))),
      ],
    ] as const
  ).map(([field, how, summary, apply]) => breaking(`chat.field.${field}:${how}`, summary, apply)),
];

/** Ways to tell a reply wrongly, in one corner only. */
export const replyCorners: readonly Deviation[] = [...contents, ...calls, ...types];
