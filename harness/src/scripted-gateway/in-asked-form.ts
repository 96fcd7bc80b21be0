import { isObject, type JsonObject, readJson } from '../exchange/json.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

const isChoices = (value: unknown): value is readonly JsonObject[] => Array.isArray(value) && value.every(isObject);

/**
 * A completion as the request asks for it: as server-sent events when it asks for a stream, as a client does that collects its replies from streams.
 * Any other answer stays as it is.
 */
export function inAskedForm(answer: ScriptedAnswer, asked: { readonly path: string; readonly json: unknown }) {
  const asksForStream =
    asked.path.split('?')[0] === '/v1/chat/completions' && isObject(asked.json) && asked.json.stream === true;
  const isServed = (answer.status ?? 200) < 300 && answer.events === undefined;
  const completion = asksForStream && isServed ? completionIn(answer.body) : undefined;
  return completion === undefined ? answer : streamed(answer, completion);
}

function completionIn(body: unknown): JsonObject | undefined {
  const value = typeof body === 'string' ? parsed(body) : body;
  return isObject(value) && isChoices(value.choices) ? value : undefined;
}

function parsed(text: string): unknown {
  const read = readJson(Buffer.from(text));
  return read.ok ? read.value : undefined;
}

function streamed(answer: ScriptedAnswer, { choices, usage, ...completion }: JsonObject): ScriptedAnswer {
  const given = choices as readonly JsonObject[];
  const chunk = (some: readonly JsonObject[], more: JsonObject = {}) =>
    `data: ${JSON.stringify({ ...completion, object: 'chat.completion.chunk', choices: some, ...more })}\n\n`;
  const { body: _body, headers = {}, ...rest } = answer;
  const others = Object.entries(headers).filter(([name]) => name !== 'content-type');
  return {
    ...rest,
    headers: Object.fromEntries(others),
    events: [
      chunk(given.map(({ message, ...choice }) => ({ ...choice, delta: deltaOf(message), finish_reason: null }))),
      chunk(
        given.map(({ message: _message, ...choice }) => ({ ...choice, delta: {} })),
        usage === undefined ? {} : { usage },
      ),
      'data: [DONE]\n\n',
    ],
  };
}

/** Pieces of tool calls say by their index which of them they belong to. */
function deltaOf(message: unknown): unknown {
  const { tool_calls: calls, ...delta } = isObject(message) ? message : {};
  if (calls === undefined) return delta;
  return { ...delta, tool_calls: isChoices(calls) ? calls.map((call, index) => ({ index, ...call })) : calls };
}
