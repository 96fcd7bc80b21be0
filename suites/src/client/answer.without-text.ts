import type { DriverAnswer } from '@gateproof/spec';
import type { ClientCheck } from '../support/client/define-client-check.ts';
import { chunk, completion, event } from '../support/client/replies.ts';
import { streamHeard, type ToleratedAnswer, tolerates } from '../support/client/tolerates.ts';

/** A call of the common chat format, whole or in the pieces of a stream. */
const toolCall = (argument: string, more: object = {}) => ({
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: 'look_up', arguments: argument },
  ...more,
});
const pieces = [toolCall(''), ...['{"city":', '"Oslo"}'].map((part) => ({ index: 0, function: { arguments: part } }))];

/** A driver reports no content, or an empty one; a word that stands for nothing is made up. */
const isEmpty = (answer: DriverAnswer) =>
  answer.ok && !/^\s*(null|none|nil|undefined|nan|\[object object\])\s*$/i.test(String(answer.result.content ?? ''));

const reply = (message: object, finish_reason: string): ToleratedAnswer => ({
  op: 'chat',
  answer: completion('', { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }] }),
  hears: isEmpty,
});
const delta = (more: object, finish_reason: string | null = null) =>
  event({ ...chunk(undefined), choices: [{ index: 0, delta: more, finish_reason }] });
const calls = pieces.map((piece) => delta({ tool_calls: [piece] }));
const streamed = (...events: readonly string[]): ToleratedAnswer => ({ ...streamHeard(...events), hears: isEmpty });

/** Replies whose message is no text (Chat completion, choices; POST /v1/chat/completions, tools). */
export const withoutText: ClientCheck = tolerates('client.answer.without-text', 'no text', {
  'a tool call, content null': reply({ content: null, tool_calls: [toolCall('{}')] }, 'tool_calls'),
  'a streamed tool call, content null': streamed(
    delta({ role: 'assistant', content: null }),
    ...calls,
    delta({}, 'tool_calls'),
  ),
  'a streamed tool call after text': streamHeard(
    delta({ role: 'assistant', content: 'fine' }),
    ...calls,
    delta({}, 'stop'),
  ),
  'a tool call, no content': reply({ tool_calls: [toolCall('{}')] }, 'tool_calls'),
  'two tool calls': reply(
    { content: null, tool_calls: [toolCall('{}'), toolCall('', { id: 'call_2' })] },
    'tool_calls',
  ),
  'a refusal, content null': reply({ content: null, refusal: 'No.' }, 'stop'),
});
export default withoutText;
