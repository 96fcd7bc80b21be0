import { answering, answeringBody, type Change, freedomRows, overrule, remembering } from '../change.ts';
import { edit, replace } from '../edits/fields.ts';
import { escapeCharacters } from '../edits/texts.ts';
import { counting } from '../memory.ts';
import { inJobs } from '../operators/edit-messages.ts';
import { isObject, type JsonObject } from '../requests/seen.ts';

/** The JSON that is sent: another variation may have spelled it already. */
const jsonOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** Spells the JSON of answers otherwise. */
const spelling = (words: string, spell: (json: string) => string) =>
  answering(words, (answer) => {
    const json = jsonOf(answer.body);
    return spell(json) === json ? answer : { ...answer, body: spell(json) };
  });
const exponents = (json: string) =>
  json.replace(/(?<="billing_usd":)\d+(\.\d+)?(?=[,}])/g, (usd) => Number(usd).toExponential());
// What comes again may be escaped already.
const escaped = (json: string) => escapeCharacters(json.replace(/(?<!\\)\//g, '\\/'), /[\u0080-\uffff]/g);

/** Delivers one acknowledged event in `every` once more. */
const duplicating = (every: number): Change =>
  remembering((count = counting()) =>
    overrule('webhooks.isSuccess', `delivers one event in ${every} once more`, (present, answer, attempt) => {
      return present(answer, attempt) && (count() % every !== 0 || attempt.number > 1);
    }),
  );

const sorted = (body: JsonObject, { route }: { readonly route: string }) => {
  // A Job is rendered in events as well, where the same fields would have to stand.
  const isJob = route !== 'chat' && !route.startsWith('model-');
  const more = isObject(body.error) || isJob ? body : { ...body, x_more: { of: ['this'] } };
  return Object.fromEntries(Object.entries(more).sort(([one], [other]) => one.localeCompare(other)));
};
const sorry = edit('error', 'in other words', (error) => {
  return isObject(error) ? { ...error, message: `Sorry! (${error.code})` } : error;
});
const ownWords = (message: string) =>
  `Nothing here is called so: ${message.replace(/^.*?([\w.-]+\/[\w.-]+).*$/, '$1')}`;

/** How the same things may be rendered in other words, other fields beside them, or other spellings. */
export const renderingVariations = freedomRows({
  'F004 rendering.cost-status': inJobs(replace('usage.cost.cost_status', 'estimated')),
  'F006 rendering.region': inJobs(replace('*_metadata.region', 'EU (Frankfurt) #1')),
  'F112 rendering.job-error-message': inJobs(sorry),
  'F136 rendering.number-spelling': spelling('spells costs with an exponent', exponents),
  'F136 rendering.pretty': spelling('indents its JSON', (json) => JSON.stringify(JSON.parse(json), null, 2)),
  'F136 rendering.escaped': spelling('escapes slashes and what is not ASCII in its JSON', escaped),
  'F057 rendering.sorted': answeringBody('sorts fields by the alphabet, and sends more', sorted),
  'F060 rendering.unknown-model-words': overrule(
    'errors.message',
    'rewords refusals of unknown models',
    (of, error) => {
      const isMeant = error.code === 'no_endpoint_available' && error.details.scope === 'model';
      return isMeant ? ownWords(of(error)) : of(error);
    },
  ),
  'F092 delivery.sporadic-duplicate': duplicating(13),
  'F092 delivery.frequent-duplicate': duplicating(4),
});
