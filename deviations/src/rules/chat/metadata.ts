import { answeringBody, decide, each, rows } from '../../change.ts';
import { drop, replace, when } from '../../edits/fields.ts';
import { fail } from '../../operators/answers.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { bodyOf, isChat } from '../../requests/seen.ts';
import { chatsWith, keyed, withList } from '../../scopes/chats.ts';
import { and, chats, requests, restricted, type Scope, withField } from '../../scopes/requests.ts';

const without = drop('*_metadata');

const scopes: Readonly<Record<string, Scope>> = {
  enabled: chats,
  'enabled:tools': and(chats, withField('tools')),
  'enabled:list': and(chats, withList),
  'enabled:format': and(chats, withField('response_format')),
  'enabled:key': and(chats, keyed),
  'enabled:restricted-key': and(chats, restricted('models')),
  'enabled:not-streamed': chatsWith('stream false', ({ stream }) => stream === false),
};
const readings: Readonly<Record<string, (header: string | undefined) => boolean>> = {
  'other-value': (header) => header !== undefined,
  'other-value:prefix': (header = '') => header.startsWith('enabled'),
  'other-value:within': (header = '') => header.includes('enabled'),
};
const hasCalls = (reply: object) => JSON.stringify(reply).includes('"tool_calls":[{');

const sentTwice = requests('whose metadata header came twice', ({ headers }) =>
  Object.entries(headers).some(([name, value]) => name.endsWith('-metadata') && String(value).includes(', ')),
);

const inCapitals = requests('with a metadata header in capitals', ({ headerNames }) => {
  return headerNames.some((name) => name.endsWith('-METADATA'));
});

/** The notes on a reply. */
export const chatMetadata = rows('chat.metadata', {
  ...each('*', scopes, (scope) => inAnswers(scope, without)),
  ...each('*', readings, (wantsMetadata) =>
    decide('completions', 'sends notes for other header values', { wantsMetadata }),
  ),
  'enabled:capitals': inAnswers(and(chats, inCapitals), without),
  'enabled:empty': inAnswers(chats, replace('*_metadata', {})),
  'other-value:twice': fail(and(chats, sentTwice)),
  'enabled:tool-called': inAnswers(chats, when('with tool calls', hasCalls, without)),
  'enabled:fallback': answeringBody('sends no notes where a fallback model served', (reply, request) => {
    const hasFallenBack = isChat(request) && bodyOf(request).model !== reply.model;
    return hasFallenBack ? without.change(reply) : reply;
  }),
});
