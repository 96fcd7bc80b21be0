import { patch } from '@gateproof/simulator/behaviour';
import { type Change, change } from '../../change.ts';
import { answeringBody, isChat, isObject } from '../../changes/exchange-changes.ts';
import { chatsWith, keyed, withList } from '../../chat-scopes.ts';
import { drop, when } from '../../edits.ts';
import { inAnswers } from '../../operators/edit-messages.ts';
import { each, rows } from '../../rows.ts';
import { and, chats, restricted, withField } from '../../scopes.ts';

const without = drop('*_metadata');
const wanting = (words: string, wantsMetadata: (header: string | undefined) => boolean): Change =>
  change(`sends the notes where the metadata header ${words}`, patch('completions', { wantsMetadata }));

/** The notes on a reply. */
export const chatMetadata = rows({
  'chat.metadata.enabled': inAnswers(chats, without),
  ...each(
    [
      ['tools', withField('tools')],
      ['list', withList],
      ['format', withField('response_format')],
      ['key', keyed],
      ['restricted-key', restricted('models')],
      ['not-streamed', chatsWith('stream false', ({ stream }) => stream === false)],
    ] as const,
    ([how, scope]) => [`chat.metadata.enabled:${how}`, inAnswers(and(chats, scope), without)],
  ),
  'chat.metadata.enabled:tool-called': inAnswers(
    chats,
    when('with tool calls', (reply) => JSON.stringify(reply).includes('"tool_calls":[{'), without),
  ),
  'chat.metadata.enabled:fallback': change(
    'sends no notes where a fallback model served',
    answeringBody((reply, request) => {
      const hasFallenBack = isChat(request) && isObject(request.body) && request.body.model !== reply.model;
      return hasFallenBack ? without.change(reply) : reply;
    }),
  ),
  'chat.metadata.other-value': wanting('is there', (header) => header !== undefined),
  'chat.metadata.other-value:prefix': wanting(
    'begins with the word',
    (header) => header?.startsWith('enabled') ?? false,
  ),
  'chat.metadata.other-value:within': wanting('has the word', (header) => header?.includes('enabled') ?? false),
});
