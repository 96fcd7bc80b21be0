import type { Account, Candidate, CompletionIdentity, JobView } from '@gateproof/simulator/behaviour';
import { each, overrule, remembering, rows } from '../../change.ts';
import { all, drop, type Edit, rewrite } from '../../edits/fields.ts';
import { keep, reword, swap } from '../../edits/texts.ts';
import { status } from '../../operators/classify.ts';
import { inFallbackRequests, inJobs, ofStreams } from '../../operators/edit-messages.ts';
import { andUnlisted, anyOther, firstModels, tryEndpoints, tryUnlistedAfter } from '../../operators/routing.ts';
import { inChunks, nameAnother } from '../../operators/streams.ts';
import { bodyOf, type JsonObject } from '../../requests/seen.ts';
import { withField, withList } from '../../scopes/bodies.ts';
import { and, type Bodied, jobBodies, not, requests, type Scope, streams } from '../../scopes/requests.ts';

const emptyList = requests('with an empty list', (sent: Bodied) => JSON.stringify(bodyOf(sent).models) === '[]');

/** Takes the list of the account's request before for one that has none. */
function earlierLists(): Parameters<typeof tryEndpoints>[1] {
  const lists = new WeakMap<Account, readonly Candidate[]>();
  return (present, account, body) => {
    const hasList = withList.covers({ body });
    if (hasList) lists.set(account, present);
    const kept = hasList ? [] : (lists.get(account) ?? []);
    return [...present, ...kept.filter(({ model }) => model.id !== present[0]?.model.id)];
  };
}

const settings = ['max_tokens', 'max_completion_tokens', 'temperature', 'tools', 'response_format'];
const lastMessage = keep('messages', -1);

/** Sends the further endpoints of a model the last message only. */
const forgetting = remembering((lastModel = new WeakMap<object, string>()) =>
  overrule('routing.upstreamBody', 'sends further endpoints the last message only', (present, body, model, ...rest) => {
    const sent = present(body, model, ...rest);
    const isFurther = lastModel.get(body) === model.id;
    lastModel.set(body, model.id);
    return isFurther ? lastMessage.change(sent) : sent;
  }),
);

const isFallback = ({ model, requestedModel }: CompletionIdentity) => model !== requestedModel;
const hasMoved = ({ failedBefore, model, requestedModel }: CompletionIdentity) =>
  failedBefore > 0 && model === requestedModel;

/** Changes the content of some whole replies. */
const inContent = (words: string, isMeant: (identity: CompletionIdentity) => boolean, edit: (text: string) => string) =>
  overrule('completions.completion', `sends content with ${words}`, (completion, served, identity) => {
    const own = completion(served, identity);
    return isMeant(identity) ? reword('choices[].message.content', words, edit).change(own) : own;
  });
const unlistedScopes: Readonly<Record<string, Scope<Bodied>>> = {
  'no-list': not(withList),
  'no-list:empty-list': emptyList,
  'no-list:streams': and(streams, not(withList)),
  'listed-only': withList,
  'listed-only:streams': and(streams, withList),
};
const sentToFallbacks: Readonly<Record<string, Edit>> = {
  settings: all(drop('temperature'), drop('max_tokens')),
  messages: lastMessage,
  tools: drop('tools'),
  'response-format': drop('response_format'),
  'max-completion-tokens': drop('max_completion_tokens'),
  'stream-settings': ofStreams(all(...settings.map(drop))),
  'stream-messages': ofStreams(lastMessage),
};

/** Which models are asked and named, and what they are sent. */
export const fallbackAnswer = rows('fallback', {
  ...each('answer.*', unlistedScopes, (scope) => tryEndpoints('models of no list', andUnlisted, scope)),
  ...each('answer.same-request:*', sentToFallbacks, inFallbackRequests),
  'answer.same-request:other-endpoint': forgetting,
  'answer.no-list:rate-limited': tryUnlistedAfter(status(429)),
  'answer.no-list:refused': tryUnlistedAfter(status(401, 403)),
  'answer.no-list:remembered': tryEndpoints('the models of an earlier list', earlierLists()),
  'answer.model-named': nameAnother('after a fallback', isFallback),
  'answer.model-named:streams': nameAnother('in fallback streams', (of, at) => at !== undefined && isFallback(of)),
  'answer.model-named:later': nameAnother('in whole replies after two failures', ({ failedBefore }, chunk) => {
    return chunk === undefined && failedBefore > 1;
  }),
  'answer.whole': inContent('fallback in front', isFallback, (text) => `[fallback] ${text}`),
  'answer.whole:streams': inChunks('begins streams after a failure with words of its own', (chunk, { failedBefore }) =>
    failedBefore > 0 ? swap('choices[].delta.content', /^(?=.*1 $)/s, '(fallback) ').change(chunk) : chunk,
  ),
  'exhausted.error': overrule('routing.finalCode', 'reports its own failure after several', (finalCode, codes) =>
    codes.length > 1 ? 'internal_error' : finalCode(codes),
  ),
  'endpoint.others-tried': tryEndpoints('two endpoints of a model at most', (present) =>
    present.filter(({ model }, place) => place - present.findIndex((other) => other.model === model) < 2),
  ),
  'endpoint.whole-answer': inContent('again behind', hasMoved, (text) => `${text} (again)`),
  'endpoint.same-model': nameAnother('when a further endpoint of the model served', hasMoved),
});

const kinds = { image: withField('prompt'), audio_stt: withField('audio_url') };
const namingText = (job: JsonObject, { account }: JobView) => {
  const other = [...account.models.values()].find(({ modality }) => modality === 'text');
  return { ...job, model: other?.id };
};

/** Fallback of jobs. */
export const fallbackMedia = rows('fallback.media', {
  served: tryEndpoints('one model', firstModels(1), jobBodies),
  'listed-only': tryEndpoints('any model of the kind in the end', anyOther, jobBodies),
  ...each('served:*', kinds, (scope) => tryEndpoints('one model', firstModels(1), scope)),
  ...each('served:*-four', kinds, (scope) => tryEndpoints('four fallback models at most', firstModels(5), scope)),
  ...each('listed-only:*-no-list', kinds, (scope) =>
    tryEndpoints('any model of the kind in the end', anyOther, and(scope, not(withField('models')))),
  ),
  'model-named': inJobs(rewrite('a text model as theirs', namingText), 'fallback'),
});
