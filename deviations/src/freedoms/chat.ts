import { GatewayError } from '@gateproof/simulator/behaviour';
import { decide, freedomRows, overrule } from '../change.ts';
import { all, drop, edit, fill, type JsonObject, rename, replace, rewrite, set } from '../edits/fields.ts';
import { reword } from '../edits/texts.ts';
import { recode, refuseField } from '../operators/answers.ts';
import { inCompletions, inUpstreamRequests, inWholeCompletions, ofStreams } from '../operators/edit-messages.ts';
import { tryEndpoints } from '../operators/routing.ts';
import { isObject } from '../requests/seen.ts';
import { chats } from '../scopes/requests.ts';

/** Fields of a chat body, the inputs of media models, and `audio`, which is refused as a feature. */
const known = `model models messages stream max_tokens max_completion_tokens temperature tools response_format provider
  retry_of audio prompt size n audio_url language`.split(/\s+/);
// Submissions carry the inputs of their models.
const unknownKey = (body: JsonObject, serviceField: string) =>
  body.messages === undefined
    ? undefined
    : Object.keys(body).find((key) => key !== serviceField && !known.includes(key));

const isAboveOne = ({ temperature }: JsonObject) => Number(temperature) > 1;
const isTwice = ({ model, models }: JsonObject) =>
  Array.isArray(models) && new Set([model, ...models]).size <= models.length;
const messagesOf = ({ messages }: JsonObject): readonly JsonObject[] =>
  Array.isArray(messages) ? messages.filter(isObject) : [];
const hasNeighbours = (body: JsonObject) =>
  messagesOf(body).some((message, place, all) => place > 0 && all[place - 1]?.role === message.role);
const hasLateSystem = (body: JsonObject) => messagesOf(body).some(({ role }, place) => place > 0 && role === 'system');
const hasEmpty = (body: JsonObject) => messagesOf(body).some(({ content }) => content === '');
const lacksJson = ({ response_format: format, messages }: JsonObject) =>
  isObject(format) && format.type === 'json_object' && !/json/i.test(JSON.stringify(messages));
/** The field with the null character in a text anywhere, which many stores can't keep. */
const nullIn = (body: JsonObject) => Object.keys(body).find((name) => JSON.stringify(body[name])?.includes('\\u0000'));
const ownWords = edit('choices[].finish_reason', 'in other words', (reason) => {
  return reason === 'stop' ? 'end_turn' : `${String(reason)}_reached`;
});
const moreFields = [
  ...[set('choices[].logprobs', null), set('choices[].native_finish_reason', 'end_turn')],
  ...[set('system_fingerprint', 'fp_1'), set('service_tier', 'default')],
];
const moreInMessages = Object.entries({ refusal: null, annotations: [], reasoning_content: 'Hm.' }).map(
  ([name, value]) => fill(`choices[].message.${name}`, value),
);
const ownUsage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 9 };
const details = { prompt_tokens_details: { cached_tokens: 0 }, completion_tokens_details: null };
const withDetails = edit('usage', 'with details', (usage) => ({ ...(isObject(usage) ? usage : {}), ...details }));
const nulls = [
  ...['name', 'tool_calls', 'tool_call_id'].map((field) => fill(`messages[].${field}`, null)),
  ...['strict', 'description'].map((field) => fill(`tools[].function.${field}`, null)),
];
const asPart = reword('messages[].content', 'as one part', (text) => [{ type: 'text', text }]);
const [most, mostCompletion] = ['max_tokens', 'max_completion_tokens'];
const swapped = all(rename(most, 'limit'), rename(mostCompletion, most), rename('limit', mostCompletion));
const withUsage = set('stream_options', { include_usage: true });

/** How chat requests may be read, refused and sent on otherwise. */
export const chatRequestVariations = freedomRows({
  'F063 chat.feature.ignored': decide('admission', 'ignores unknown features', { unsupportedFeature: () => undefined }),
  'F063 chat.feature.invalid': recode('unsupported_capability', 'invalid_request', chats),
  'F044 chat.model.malformed-400': decide('bodies', 'refuses malformed ids', { malformedModel: 'invalid_request' }),
  'F071 chat.modality.400': overrule('admission.unsupportedFeature', 'refuses embeddings as a feature', (of, asked) =>
    asked.kind === 'chat' && asked.modelIds[0]?.includes('embed') ? 'model' : of(asked),
  ),
  'F068 chat.null.refused': decide('bodies', 'refuses null for optional fields', { nullIsAbsent: false }),
  'F070 chat.unknown-key.refused': refuseField('unknown keys', unknownKey),
  'F124 chat.empty-list.refused': decide('bodies', 'refuses an empty list of models', { emptyModelsAccepted: false }),
  'F124 chat.duplicates.refused': refuseField('lists that name a model twice', 'models', isTwice),
  'F124 chat.unknown-entry.refused': decide('admission', 'refuses a list with an unknown model', {
    unknownModel: () => 'no_endpoint_available',
  }),
  'F125 chat.forbidden-entry.skipped': decide('admission', 'passes over fallback models outside the key’s set', {
    forbiddenFallback: 'skip',
  }),
  'F126 chat.unknown-first.refused': decide('admission', 'refuses an unknown model before known ones', {
    unknownModel: ({ modelIds }, unknown) =>
      unknown.includes(modelIds[0] ?? '') ? 'no_endpoint_available' : undefined,
  }),
  'F127 chat.fallback.on-refusals': decide('routing', 'falls back on refusals of the request as well', {
    mayFailOver: ({ committed }) => !committed,
  }),
  'F067 chat.content-type.strict': decide('bodies', 'reads application/json only', {
    contentTypeProblem: (type) => (type?.startsWith('application/json') ? undefined : 'must be application/json'),
  }),
  'F066 chat.scheme.exact': overrule('authentication.tokenOf', 'reads the scheme in this case only', (of, header) =>
    header?.startsWith('Bearer ') ? of(header) : undefined,
  ),
  'F069 chat.temperature.to-one': refuseField('temperatures over 1', 'temperature', isAboveOne),
  'F009 chat.forward.nulls': inUpstreamRequests(all(...nulls)),
  'F009 chat.forward.parts': inUpstreamRequests(asPart),
  'F009 chat.messages.neighbours': refuseField('neighbours of one role', 'messages', hasNeighbours),
  'F009 chat.messages.system-first': refuseField('late system messages', 'messages', hasLateSystem),
  'F009 chat.messages.empty': refuseField('messages without text', 'messages', hasEmpty),
  'F009 lenient.asks-for-json': refuseField('json_object without a word of JSON', 'messages', lacksJson),
  'F009 strict.null-character': refuseField('null characters', nullIn),
  'F051 chat.forward.twice': tryEndpoints('each endpoint twice', (present) => present.flatMap((one) => [one, one])),
  'F119 chat.forward.more-fields': inUpstreamRequests(all(set('user', 'gateway-7'), ofStreams(withUsage))),
  'F119 lenient.other-name': inUpstreamRequests(rewrite('each limit under the name of the other', swapped.change)),
  'F119 strict.one-limit': inUpstreamRequests(rename('max_tokens', 'max_completion_tokens')),
});

/** How replies may be made otherwise. */
export const chatReplyVariations = freedomRows({
  'F095 chat.reply.no-charset': decide('completions', 'names no charset', { contentType: 'application/json' }),
  'F122 chat.metadata.always': overrule('completions.metadata', 'sends more notes', (metadata, facts) => {
    return { ...metadata(facts), more: { notes: [] } };
  }),
  'F122 chat.metadata.other-keys': decide('completions', 'renames its notes', { metadata: () => ({ notes: {} }) }),
  'F121 chat.metadata.other-refused': decide('completions', 'refuses other values of the metadata header', {
    wantsMetadata(header) {
      if (header === undefined || header === 'enabled') return header === 'enabled';
      throw new GatewayError('invalid_request', 'The metadata header: must be enabled.', { scope: 'request' });
    },
  }),
  'F123 chat.model.absent': inWholeCompletions(drop('model')),
  'F123 chat.model.endpoint-name': inCompletions('names the model as the endpoint does', (body, { model }) =>
    typeof model === 'string' ? { ...body, model } : body,
  ),
  'F129 chat.fields.fewer': inWholeCompletions(rewrite('choices only', ({ choices }) => ({ choices }))),
  'F129 chat.reply.no-usage': inWholeCompletions(drop('usage')),
  'F129 chat.reply.no-id': inWholeCompletions(all(drop('id'), drop('object'), drop('created'))),
  'F129 chat.reply.no-choices': inWholeCompletions(drop('choices')),
  'F130 chat.reply.more-fields': inWholeCompletions(all(...moreFields)),
  'F130 chat.reply.more-message': inWholeCompletions(all(...moreInMessages)),
  'F130 chat.reply.own-finish-words': inWholeCompletions(ownWords),
  'F130 chat.reply.finish-null': inWholeCompletions(replace('choices[].finish_reason', null)),
  'F130 chat.reply.own-usage': inWholeCompletions(set('usage', ownUsage)),
  'F130 rendering.usage-details': inWholeCompletions(all(set('system_fingerprint', 'fp_1'), withDetails)),
  'F136 chat.reply.whole-numbers': inWholeCompletions(all(set('created', null), set('usage', null))),
  'F056 chat.empty.length': overrule('routing.isEmpty', 'takes no output cut by length for empty', (isEmpty, output) =>
    isEmpty({ ...output, finishReason: output.finishReason === 'length' ? 'stop' : output.finishReason }),
  ),
});
