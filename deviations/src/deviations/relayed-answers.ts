import { type Behaviour, patch } from '@gateproof/simulator/behaviour';
import { forwarding } from '../changes/forwarding.ts';
import { inMessages } from '../changes/in-completions.ts';
import { inside, insideEach, without } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const inText = (change: (text: string) => string) => (message: JsonObject) =>
  typeof message.content === 'string' ? { ...message, content: change(message.content) } : message;

/** The answer of one request given to another that runs at the same time. */
function mixingUpAnswers(behaviour: Behaviour): Behaviour {
  const running = new Map<string, number>();
  const first = new Map<string, JsonObject>();
  const started = forwarding((body, model) => {
    running.set(model.id, (running.get(model.id) ?? 0) + 1);
    return body;
  });
  return patch('completions', ({ completion }) => ({
    completion(served, identity) {
      const own = completion(served, identity);
      const left = (running.get(identity.model) ?? 1) - 1;
      running.set(identity.model, left);
      const mixed = first.get(identity.model) ?? own;
      if (left > 0) first.set(identity.model, mixed);
      else first.delete(identity.model);
      return { ...own, choices: mixed.choices };
    },
  }))(started(behaviour));
}

/** Ways to lose or change what an endpoint said, and what it is sent. */
export const relayedAnswerDeviations: readonly Deviation[] = [
  breaking(
    'chat.response.json',
    'answers completions as text/plain',
    patch('completions', { contentType: 'text/plain' }),
  ),
  breaking('chat.response.default-not-streamed', 'streams unless stream is false', (behaviour) =>
    forwarding((body) => ({ ...body, stream: body.stream !== false }))(
      patch('streaming', { isWanted: ({ stream }) => stream !== false })(behaviour),
    ),
  ),
  breaking(
    'chat.response.error-free',
    'tells error: {} with every completion',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) => ({ ...completion(served, identity), error: { code: 'none' } }),
    })),
  ),
  breaking('chat.relay.content:trim', 'trims the content', inMessages(inText((text) => text.trim()))),
  breaking(
    'chat.relay.content:cut',
    'cuts the content after 40 characters',
    inMessages(inText((text) => text.slice(0, 40))),
  ),
  breaking(
    'chat.relay.unicode:planes',
    'replaces what lies beyond the basic plane',
    inMessages(inText((text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD'))),
  ),
  breaking(
    'chat.relay.unicode:normalised',
    'normalises the content',
    inMessages(inText((text) => text.normalize('NFC').replaceAll('\r\n', '\n'))),
  ),
  breaking(
    'chat.relay.tool-calls:first',
    'passes on the first tool call only',
    inMessages((message) =>
      Array.isArray(message.tool_calls) ? { ...message, tool_calls: message.tool_calls.slice(0, 1) } : message,
    ),
  ),
  breaking(
    'chat.relay.tool-calls:ids',
    'gives tool calls ids of its own',
    inMessages((message) => insideEach(message, 'tool_calls', (call) => ({ ...call, id: 'call_0' }))),
  ),
  breaking(
    'chat.relay.tool-calls:arguments',
    'writes the arguments of tool calls anew',
    inMessages((message) =>
      insideEach(message, 'tool_calls', (call) =>
        inside(call, 'function', (called) => ({ ...called, arguments: String(called.arguments).replace(/\s+/g, '') })),
      ),
    ),
  ),
  breaking(
    'chat.relay.finish-reason',
    'always finishes with stop',
    patch('completions', ({ completion }) => ({
      completion: (served, identity) =>
        insideEach(completion(served, identity), 'choices', (choice) => ({ ...choice, finish_reason: 'stop' })),
    })),
  ),
  breaking(
    'chat.relay.own-answer',
    'gives requests of one model that run at the same time one answer',
    mixingUpAnswers,
  ),
  breaking(
    'chat.forward.messages:added',
    'puts a system message in front',
    forwarding((body) => ({
      ...body,
      ...(Array.isArray(body.messages)
        ? { messages: [{ role: 'system', content: 'Be kind.' }, ...(body.messages as unknown[])] }
        : {}),
    })),
  ),
  breaking(
    'chat.forward.messages:last',
    'sends the last message only',
    forwarding((body) => (Array.isArray(body.messages) ? { ...body, messages: body.messages.slice(-1) } : body)),
  ),
  breaking(
    'chat.forward.messages:trim',
    'trims messages',
    forwarding((body) => insideEach(body, 'messages', (message) => inText((text) => text.trim())(message))),
  ),
  breaking(
    'chat.forward.max-tokens',
    'does not pass on max_tokens',
    forwarding((body) => without(body, 'max_tokens')),
  ),
  breaking(
    'chat.forward.max-completion-tokens',
    'does not pass on max_completion_tokens',
    forwarding((body) => without(body, 'max_completion_tokens')),
  ),
  breaking(
    'chat.forward.temperature',
    'rounds the temperature',
    forwarding((body) =>
      typeof body.temperature === 'number' ? { ...body, temperature: Math.round(body.temperature) } : body,
    ),
  ),
  breaking(
    'chat.forward.tools:first',
    'passes on the first tool only',
    forwarding((body) => (Array.isArray(body.tools) ? { ...body, tools: body.tools.slice(0, 1) } : body)),
  ),
  breaking(
    'chat.forward.tools:parameters',
    'leaves out the parameters of tools',
    forwarding((body) =>
      insideEach(body, 'tools', (tool) => inside(tool, 'function', (called) => without(called, 'parameters'))),
    ),
  ),
  breaking(
    'chat.forward.response-format:dropped',
    'does not pass on response_format',
    forwarding((body) => without(body, 'response_format')),
  ),
  breaking(
    'chat.forward.response-format:schema',
    'passes json_schema on as json_object',
    forwarding((body) =>
      inside(body, 'response_format', (format) => (format.type === 'json_schema' ? { type: 'json_object' } : format)),
    ),
  ),
  breaking(
    'chat.forward.once',
    'calls the endpoint twice',
    patch('routing', {
      extraCalls: (moment, candidates, place) => (moment === 'attempt' ? candidates.slice(place, place + 1) : []),
    }),
  ),
];
