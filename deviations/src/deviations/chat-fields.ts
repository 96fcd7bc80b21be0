import { patch } from '@gateproof/simulator/behaviour';
import { inside, insideEach } from '../changes/reshape.ts';
import type { Deviation } from '../deviation.ts';
import { breaking } from './breaking.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Change = (completion: JsonObject) => JsonObject;

const set =
  (field: string, value: (present: unknown) => unknown): Change =>
  (object) => ({ ...object, [field]: value(object[field]) });
const inChoices =
  (change: Change): Change =>
  (completion) =>
    insideEach(completion, 'choices', change);
const inUsage =
  (change: Change): Change =>
  (completion) =>
    inside(completion, 'usage', change);

/** `chat.field.<rest>`: how a field of a completion gets the wrong type. */
const fields: readonly (readonly [rest: string, summary: string, change: Change])[] = [
  ['id.type', 'tells the id as a number', set('id', () => 17)],
  ['object.type', 'tells the object as a number', set('object', () => 1)],
  ['created.type', 'tells created as a date', set('created', () => '2026-11-21T00:00:00Z')],
  ['model.type', 'tells the model as an object', set('model', (id) => ({ id }))],
  ['choices.type', 'tells choices as an object', set('choices', (choices) => ({ ...(choices as object) }))],
  ['choices-index.type', 'tells the index of a choice as text', inChoices(set('index', (index) => String(index)))],
  ['choices-message.type', 'tells the message of a choice as text', inChoices(set('message', () => 'text'))],
  ['choices-finish-reason.type', 'tells finish_reason as a number', inChoices(set('finish_reason', () => 0))],
  ['usage.type', 'tells usage as an array', set('usage', (usage) => [usage])],
  ['usage-prompt-tokens.type', 'tells prompt_tokens as text', inUsage(set('prompt_tokens', String))],
  [
    'usage-completion-tokens.type',
    'tells completion_tokens with a fraction',
    inUsage(set('completion_tokens', () => 2.5)),
  ],
  ['usage-total-tokens.type', 'tells total_tokens as less than nothing', inUsage(set('total_tokens', () => -1))],
  ['usage-total-tokens.sum', 'tells one token too many', inUsage(set('total_tokens', (total) => Number(total) + 1))],
];

/** Each field of a completion with a wrong value. */
export const chatFieldDeviations: readonly Deviation[] = fields.map(([rest, summary, change]) =>
  breaking(
    `chat.field.${rest}`,
    summary,
    patch('completions', ({ completion }) => ({
      completion: (served, identity) => change(completion(served, identity)),
    })),
  ),
);
