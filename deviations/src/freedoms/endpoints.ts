import { type CompletionIdentity, EndpointError, GatewayError } from '@gateproof/simulator/behaviour';
import { decide, freedomRows, overrule, remembering, together } from '../change.ts';
import { counting } from '../memory.ts';
import { refuse, sendCompletions } from '../operators/answers.ts';
import { holdEvents, holdWhole, streamFromWhole } from '../operators/read-streams.ts';
import { inChunks, nameModel } from '../operators/streams.ts';
import { bodyOf, isObject, type JsonObject } from '../requests/seen.ts';
import { withList } from '../scopes/bodies.ts';
import { where } from '../scopes/requests.ts';

const choiceOf = ({ choices }: JsonObject) => (Array.isArray(choices) && isObject(choices[0]) ? choices[0] : {});
const isFiltered = (reply: JsonObject) => choiceOf(reply).finish_reason === 'content_filter';
const refusal = {
  code: 'moderation_refused',
  message: 'The reply was stopped on content grounds.',
  kind: 'terminal',
  scope: 'request',
  type: 'permission_error',
  param: null,
  generation_id: 'gen_filtered',
};
const refusingReplies = sendCompletions('that were stopped on content grounds as an error', (body) => {
  return isFiltered(body) ? { status: 403, body: { error: refusal } } : {};
});

/** Ends streams that their endpoint stopped on content grounds with an error. */
const refusingStreams = remembering((refused = new Set<CompletionIdentity['id']>()) =>
  decide('streaming', 'ends such streams with an error', ({ chunk, event }) => ({
    chunk(sent, identity, index) {
      if (refused.has(identity.id)) return undefined;
      if (isFiltered(sent)) refused.add(identity.id);
      return chunk(sent, identity, index);
    },
    event: (value) => event(isFiltered(value as JsonObject) ? { error: refusal } : value),
  })),
);

/** Whether a reply calls tools although the request offered none. */
const callsUnoffered = (reply: JsonObject, { tools }: JsonObject) =>
  (!Array.isArray(tools) || tools.length === 0) &&
  ['message', 'delta'].some((part) => /"tool_calls":\[\{/.test(JSON.stringify(choiceOf(reply)[part] ?? '')));
const refuseUnoffered = together(
  inChunks('ends streams that call tools which were not offered', (chunk, { asked }) => {
    if (!callsUnoffered(chunk, asked)) return chunk;
    throw new GatewayError('provider_unavailable', 'The endpoint called what was not offered.', { scope: 'route' });
  }),
  overrule('completions.completion', 'takes such replies for no answer', (completion, served, identity) => {
    if (callsUnoffered(served, identity.asked)) throw new EndpointError({ how: 'malformed' });
    return completion(served, identity);
  }),
);

/** Lists a generation from the third read of the usage on. */
const listingLate = remembering((countOf = counting()) =>
  overrule('usage.listed', 'records generations a while after they ended', (listed, generations) =>
    listed(generations).filter((generation) => countOf(generation) > 2),
  ),
);

const spelled = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value);
const numeric = /^-?\d+(\.\d+)?$/;
const isLimit = (value: unknown) => Number.isInteger(value) || spelled(value, numeric);
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  stream: (value) => typeof value === 'boolean' || spelled(value, /^(y|yes|n|no|on|off|true|false)$/i),
  max_tokens: isLimit,
  max_completion_tokens: isLimit,
  temperature: (value) => typeof value === 'number' || spelled(value, numeric),
};
const coercing = decide('bodies', 'reads numbers and flags that are spelled as texts', ({ fieldTypes, problem }) => ({
  fieldTypes: Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => fits[name] === undefined)),
  problem(body, serviceField) {
    const wrong = Object.keys(fits).find((name) => (body[name] ?? null) !== null && fits[name]?.(body[name]) === false);
    return wrong === undefined ? problem(body, serviceField) : { field: wrong, wanted: 'is of another type' };
  },
}));

const unknownEntry = where(withList, 'of which one is unknown', (request) => {
  const { models } = bodyOf(request);
  const isUnknown = (id: unknown) => typeof id === 'string' && request.account?.models.has(id) === false;
  return Array.isArray(models) && models.some(isUnknown);
});

const dated = ({ model }: CompletionIdentity, chunk?: number) => (chunk === undefined ? `${model}-2026-11-01` : model);

/** How endpoints may be tried, held back and named otherwise. */
export const endpointVariations = freedomRows({
  'F118 stream.held.whole': holdWhole,
  'F118 stream.held.some': holdEvents(3),
  'F119 stream.made-of-whole': streamFromWhole,
  'F143 stream.finish.refused': together(refusingReplies, refusingStreams),
  'F143 strict.content-filter': refusingReplies,
  'F143 strict.content-filter-stream': inChunks('ends streams stopped on content grounds with an error', (chunk) => {
    if (!isFiltered(chunk)) return chunk;
    throw new GatewayError('moderation_refused', 'The endpoint refused to go on.', { scope: 'request' });
  }),
  'F010 strict.unoffered-tools': refuseUnoffered,
  'F123 fallback.model-alias': nameModel('names a dated version of the model', dated),
  'F123 fallback.requested-model-named': nameModel('names the requested model', ({ requestedModel }) => requestedModel),
  'F124 strict.unknown-models-first': refuse(unknownEntry, 'no_endpoint_available', 'models: one of them is unknown.'),
  'F142 usage.late': listingLate,
  'F068 lenient.coerced': coercing,
});
