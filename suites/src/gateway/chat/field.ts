import { isObject, type JsonObject } from '@gateproof/harness';
import { fieldLooks } from '../../support/field-looks.ts';
import { heldIf, type Look, type Subject, standingTable } from '../../support/standing-table.ts';
import { completionsSeen } from './response.ts';

interface Completion extends Subject {
  readonly body: JsonObject;
}

type Holds = (value: unknown) => boolean;

/** A field of each choice: one that is null is wrong, and the first wrong one is shown. */
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

const typesOfTable = Object.fromEntries(
  Object.entries(fieldLooks('chat')).map(([rule, look]): [string, (seen: Completion) => Look] => [
    rule,
    ({ body }) => look({ object: body }),
  ]),
);

/** The types of a completion's fields. */
export default standingTable(completionsSeen, {
  ...typesOfTable,
  'chat.field.choices-index.type': eachChoice('index', 'index to be an integer', Number.isInteger),
  'chat.field.choices-message.type': eachChoice('message', 'message to be an object', isObject),
  'chat.field.choices-finish-reason.type': finishReason,
  'chat.field.usage-total-tokens.sum': sum,
});
