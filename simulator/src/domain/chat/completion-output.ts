import { isObject, type JsonObject } from '@gateproof/spec';

/** What an endpoint put out, over all choices. */
export interface Output {
  readonly content: string;
  readonly hasToolCalls: boolean;
  /** A refusal or reasoning. */
  readonly hasOther: boolean;
  readonly finishReason: unknown;
}

/** The output of a whole completion. */
export function outputOf(completion: JsonObject): Output {
  const choices = Array.isArray(completion.choices) ? completion.choices : [];
  const messages = choices.flatMap((choice) => (isObject(choice) && isObject(choice.message) ? [choice.message] : []));
  return {
    content: messages.map(({ content }) => (typeof content === 'string' ? content : '')).join(''),
    hasToolCalls: messages.some(({ tool_calls }) => Array.isArray(tool_calls) && tool_calls.length > 0),
    hasOther: messages.some(({ refusal, reasoning_content }) => isFilled(refusal) || isFilled(reasoning_content)),
    finishReason: isObject(choices[0]) ? choices[0].finish_reason : undefined,
  };
}

/** The deltas of a stream chunk. */
export function deltasOf(chunk: JsonObject): readonly JsonObject[] {
  const choices = Array.isArray(chunk.choices) ? chunk.choices : [];
  return choices.flatMap((choice) => (isObject(choice) && isObject(choice.delta) ? [choice.delta] : []));
}

/** The finish_reason of a chunk's first choice, if it has one. */
export function finishOf(chunk: JsonObject): unknown {
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  return isObject(choice) ? (choice.finish_reason ?? undefined) : undefined;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
