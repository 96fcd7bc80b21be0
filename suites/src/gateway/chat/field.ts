import { isObject, type JsonObject } from '@gateproof/harness';
import { heldIf, type Look, type Subject, standingTable } from '../../support/standing-table.ts';
import { completionsSeen } from './response.error-free.ts';

interface Completion extends Subject {
  readonly body: JsonObject;
}

type Holds = (value: unknown) => boolean;

const isString: Holds = (value) => typeof value === 'string';
const isInteger: Holds = (value) => typeof value === 'number' && Number.isInteger(value);
const isCount: Holds = (value) => isInteger(value) && Number(value) >= 0;

/** Every field is optional: one that is left out, or null, is not looked at. */
function field(wanted: string, holds: Holds, pick: (body: JsonObject) => unknown): (seen: Completion) => Look {
  return ({ body }) => {
    const value = pick(body);
    return value === undefined || value === null ? undefined : heldIf(holds(value), wanted, value);
  };
}

/** The same for each choice: the first wrong one is shown. */
function eachChoice(name: string, wanted: string, holds: Holds): (seen: Completion) => Look {
  return ({ body }) => {
    const values = choicesOf(body).flatMap((choice) => (Object.hasOwn(choice, name) ? [choice[name]] : []));
    if (values.length === 0) return undefined;
    const wrong = values.find((value) => !holds(value));
    return heldIf(values.every(holds), wanted, wrong);
  };
}

function finishReason({ body }: Completion): Look {
  const values = choicesOf(body).flatMap(({ finish_reason }) => (finish_reason === undefined ? [] : [finish_reason]));
  if (values.length === 0) return undefined;
  const wrong = values.find((value) => value !== null && typeof value !== 'string');
  if (wrong !== undefined) return heldIf(false, 'finish_reason a string', wrong);
  return values.includes(null) ? { doubtful: { expected: 'finish_reason a string', observed: 'null' } } : 'held';
}

function sum({ body }: Completion): Look {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usageOf(body);
  if (typeof prompt !== 'number' || typeof completion !== 'number' || typeof total !== 'number') return undefined;
  if (total === prompt + completion) return 'held';
  return { doubtful: { expected: `total_tokens ${prompt + completion}, the sum`, observed: String(total) } };
}

function choicesOf({ choices }: JsonObject): readonly JsonObject[] {
  return Array.isArray(choices) ? choices.filter(isObject) : [];
}

function usageOf({ usage }: JsonObject): JsonObject {
  return isObject(usage) ? usage : {};
}

/** The types of a completion's fields. */
export default standingTable(completionsSeen, {
  'chat.field.id.type': field('id a string', isString, ({ id }) => id),
  'chat.field.object.type': field('object a string', isString, ({ object }) => object),
  'chat.field.created.type': field('created an integer', isInteger, ({ created }) => created),
  'chat.field.model.type': field('model a string', isString, ({ model }) => model),
  'chat.field.choices.type': field(
    'choices an array of objects',
    (value) => Array.isArray(value) && value.every(isObject),
    ({ choices }) => choices,
  ),
  'chat.field.choices-index.type': eachChoice('index', 'index an integer', isInteger),
  'chat.field.choices-message.type': eachChoice('message', 'message an object', isObject),
  'chat.field.choices-finish-reason.type': finishReason,
  'chat.field.usage.type': field('usage an object', isObject, ({ usage }) => usage),
  'chat.field.usage-prompt-tokens.type': field(
    'prompt_tokens an integer',
    isCount,
    (body) => usageOf(body).prompt_tokens,
  ),
  'chat.field.usage-completion-tokens.type': field(
    'completion_tokens an integer',
    isCount,
    (body) => usageOf(body).completion_tokens,
  ),
  'chat.field.usage-total-tokens.type': field('total_tokens an integer', isCount, (body) => usageOf(body).total_tokens),
  'chat.field.usage-total-tokens.sum': sum,
});
