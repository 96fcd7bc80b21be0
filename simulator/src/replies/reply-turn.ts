import { type ChatAnswer, piecesOf, turn, type UpstreamTurn, wordsOf } from '@gateproof/upstreams';
import type { Reply, ReplyToolCall } from './reply-rule.ts';

/** What the model's endpoint does where the reply fits. A reply without content leaves the answer to the model. */
export function replyTurn(reply: Reply): UpstreamTurn {
  const faults = reply.fault === undefined ? [] : [reply.fault];
  const { text, json, toolCalls, reasoning, refusal } = reply;
  const pace = reply.pace === undefined ? {} : { pace: reply.pace };
  const isOwn = [text, json, toolCalls, reasoning, refusal].every((content) => content === undefined);
  return turn(isOwn ? { kind: 'default', ...pace } : { ...chatAnswer(reply), ...pace }, ...faults);
}

function chatAnswer({ text, json, toolCalls, reasoning, refusal, finishReason, usage }: Reply): ChatAnswer {
  return {
    kind: 'chat',
    tokens: json === undefined ? wordsOf(text ?? '') : piecesOf(JSON.stringify(json)),
    ...(reasoning === undefined ? {} : { reasoning: wordsOf(reasoning) }),
    ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map(toolCall) }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function toolCall({ id, name, arguments: given = {} }: ReplyToolCall, place: number) {
  return {
    id: id ?? `call_${place + 1}_${name}`,
    name,
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
  };
}
