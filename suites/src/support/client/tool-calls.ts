import {
  type ClientWorld,
  expectEqualJson,
  expectThat,
  isObject,
  type JsonObject,
  NotExercised,
} from '@gateproof/harness';

/** A tool call as the service sends it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
export const weather: ToolCall = { id: 'call_1', name: 'weather', arguments: '{"city": "Köln",  "days":[1, 2]}' };
export const clock: ToolCall = { id: 'call_2', name: 'clock', arguments: '{}' };
export const again: ToolCall = { id: 'call_3', name: 'weather', arguments: '{"city":"New \\"York\\" \\u00fc"}' };
/** The tools of these calls. */
export const tools = [weather, clock].map(({ name }) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object', properties: {} } },
}));
/** A call as a message holds it. */
export const wire = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

/** States that the client reports these calls; `NotExercised` when it reports none at all. */
export function expectCalls(world: ClientWorld, result: JsonObject, wanted: readonly ToolCall[]): void {
  const heard = result.tool_calls;
  if (heard === undefined) throw new NotExercised('the driver reports no tool calls');
  const reported = Array.isArray(heard) ? heard.filter(isObject) : [];
  // A client may give a call an id of its own making, or none.
  const plain = ({ name, arguments: text }: JsonObject | ToolCall) => ({ name, arguments: text });
  expectEqualJson(world, wanted.map(plain), reported.map(plain), 'the tool calls of the reply');
  const ids = reported.map(({ id }) => id).filter((id) => id !== undefined);
  expectThat(world, ids.length === 0 || ids.join() === wanted.map(({ id }) => id).join(), {
    expected: `the ids ${wanted.map(({ id }) => id).join(', ')}`,
    observed: ids.join(', '),
  });
}

/** States that the client reports the text that a reply has beside its calls. */
export function expectTextBeside(world: ClientWorld, { content }: JsonObject, text: string | undefined): void {
  expectThat(world, text === undefined || content === text, {
    expected: `${JSON.stringify(text)}, the text beside the tool calls`,
    observed: JSON.stringify(content) ?? 'no content',
  });
}
