import {
  type Answer,
  type ChatAnswer,
  type Fault,
  piecesOf,
  turn,
  type UpstreamTurn,
  wordsOf,
} from '@gateproof/upstreams';
import type { Reply, ReplyToolCall } from './reply-rule.ts';

/** What the model's endpoint does where the reply fits. A reply without content leaves the answer to the model. */
export function replyTurn(reply: Reply): UpstreamTurn {
  const { fault, delayMs } = reply;
  const faults: readonly Fault[] = [
    ...(delayMs === undefined ? [] : [{ kind: 'late-answer', ms: delayMs } as const]),
    ...(fault === undefined ? [] : [fault]),
  ];
  return turn(answerOf(reply), ...faults);
}

function answerOf(reply: Reply): Answer {
  const { text, json, toolCalls, reasoning, refusal, images, on } = reply;
  if (images !== undefined) return { kind: 'image', images };
  const pace = reply.pace === undefined ? {} : { pace: reply.pace };
  if ([text, json, toolCalls, reasoning, refusal].every((content) => content === undefined)) {
    return { kind: 'default', ...pace };
  }
  return on?.route === 'transcription'
    ? { kind: 'transcription', text: text ?? '' }
    : { ...chatAnswer(reply), ...pace };
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
