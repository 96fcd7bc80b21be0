import { type Behaviour, GatewayError, patch } from '@gateproof/simulator/behaviour';
import { isObject } from '../changes/exchange-changes.ts';
import { forwarding } from '../changes/forwarding.ts';
import { inCompletions, inMessages } from '../changes/in-completions.ts';
import { inside, insideEach, without } from '../changes/reshape.ts';
import type { Variation } from '../variation.ts';
import { differing, unlike } from './differing.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const refusingField = (field: string, when: (body: JsonObject) => boolean) =>
  patch('bodies', ({ problem }) => ({
    problem: (body, serviceField) => (when(body) ? { field, wanted: 'is out of range' } : problem(body, serviceField)),
  }));

const hasNeighbours = ({ messages }: JsonObject) =>
  Array.isArray(messages) &&
  messages.some((message, place) => place > 0 && messages[place - 1]?.role === message?.role);
const hasLateSystem = ({ messages }: JsonObject) =>
  Array.isArray(messages) && messages.slice(1).some((message) => message?.role === 'system');
const hasEmpty = ({ messages }: JsonObject) =>
  Array.isArray(messages) && messages.some((message) => message?.content === '');

const ownFinishWord = (reason: unknown) => (reason === 'stop' ? 'end_turn' : `${String(reason)}_reached`);
const onlyOneFinish = { 'chat.reply.finish-null': 'there is one finish_reason' };

/** Asks each endpoint twice before it goes on. */
function askingTwice(behaviour: Behaviour): Behaviour {
  return patch('routing', ({ candidates }) => ({
    candidates: (models, account, body) =>
      candidates(models, account, body).flatMap((candidate) => [candidate, candidate]),
  }))(behaviour);
}

/** How a reply may be told, and a conversation be sent on or refused, otherwise. */
export const chatFormVariations: readonly Variation[] = [
  differing(
    'chat.reply.no-charset',
    'F095',
    'names no charset',
    patch('completions', { contentType: 'application/json' }),
  ),
  differing(
    'chat.reply.more-fields',
    'F130',
    'tells more beside a reply',
    inCompletions((told) => ({
      ...insideEach(told, 'choices', (choice) => ({ ...choice, logprobs: null, native_finish_reason: 'end_turn' })),
      system_fingerprint: 'fp_1',
      service_tier: 'default',
    })),
  ),
  differing(
    'chat.reply.more-message',
    'F130',
    'tells more in a message',
    inMessages((message) => ({ refusal: null, annotations: [], reasoning_content: 'Hm.', ...message })),
  ),
  differing(
    'chat.reply.no-usage',
    'F129',
    'tells no usage',
    inCompletions((told) => without(told, 'usage')),
  ),
  differing(
    'chat.reply.own-finish-words',
    'F130',
    'has words of its own for the end of a reply',
    inCompletions((told) =>
      insideEach(told, 'choices', (choice) => ({ ...choice, finish_reason: ownFinishWord(choice.finish_reason) })),
    ),
    onlyOneFinish,
  ),
  differing(
    'chat.reply.finish-null',
    'F130',
    'tells no reason for the end of a reply',
    inCompletions((told) => insideEach(told, 'choices', (choice) => ({ ...choice, finish_reason: null }))),
  ),
  differing(
    'chat.reply.own-usage',
    'F130',
    'counts tokens its own way',
    inCompletions((told) => ({ ...told, usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 } })),
  ),
  differing(
    'chat.reply.no-id',
    'F129',
    'tells neither id nor object nor created',
    inCompletions(({ id: _id, object: _object, created: _created, ...told }) => told),
  ),
  differing(
    'chat.reply.whole-numbers',
    'F136',
    'tells null for what it does not know',
    inCompletions((told) => ({ ...told, created: null, usage: null })),
  ),
  differing(
    'chat.reply.no-choices',
    'F129',
    'leaves the choices out of a reply',
    inCompletions((told) => without(told, 'choices')),
    unlike('chat.reply', ['more-fields', 'more-message', 'no-usage', 'own-finish-words', 'finish-null', 'own-usage']),
  ),
  differing(
    'chat.forward.more-fields',
    'F119',
    'sends endpoints fields of its own besides',
    forwarding((body) => ({
      ...body,
      user: 'gateway-7',
      ...(body.stream === true ? { stream_options: { include_usage: true } } : {}),
    })),
  ),
  differing(
    'chat.forward.nulls',
    'F009',
    'sends endpoints null for what messages and tools do not have',
    forwarding((body) =>
      insideEach(
        insideEach(body, 'messages', (message) =>
          isObject(message) ? { name: null, tool_calls: null, tool_call_id: null, ...message } : message,
        ),
        'tools',
        (tool) => inside(tool, 'function', (called) => ({ strict: null, description: null, ...called })),
      ),
    ),
  ),
  differing(
    'chat.forward.parts',
    'F009',
    'sends endpoints each text as its one part',
    forwarding((body) =>
      insideEach(body, 'messages', (message) =>
        typeof message?.content === 'string'
          ? { ...message, content: [{ type: 'text', text: message.content }] }
          : message,
      ),
    ),
  ),
  differing('chat.forward.twice', 'F051', 'asks a failing endpoint once more', askingTwice, {
    'error.cause.general': 'two tries of one endpoint are no failures of several',
  }),
  differing(
    'chat.temperature.to-one',
    'F069',
    'takes no temperature above 1',
    refusingField('temperature', ({ temperature }) => Number(temperature) > 1),
  ),
  differing(
    'chat.messages.neighbours',
    'F009',
    'refuses neighbours of one role',
    refusingField('messages', hasNeighbours),
  ),
  differing(
    'chat.messages.system-first',
    'F009',
    'refuses a late system message',
    refusingField('messages', hasLateSystem),
  ),
  differing('chat.messages.empty', 'F009', 'refuses messages without text', refusingField('messages', hasEmpty)),
  differing(
    'auth.order.body-first',
    'F042',
    'looks at the body before the key',
    patch('exchanges', ({ refusal }) => ({
      refusal: (request) => {
        const before = refusal(request);
        if (before !== undefined || request.method !== 'POST' || request.rawBody.length === 0) return before;
        return isObject(request.body)
          ? undefined
          : new GatewayError('invalid_request', 'body: must be a JSON object.', { scope: 'request' });
      },
    })),
  ),
  differing(
    'auth.cap.estimates',
    'F065',
    'takes a request for half as dear again as it is',
    patch('admission', ({ isOverCap }) => ({
      isOverCap: (caller, costUsd) => isOverCap(caller, costUsd * 1.5),
    })),
  ),
];
