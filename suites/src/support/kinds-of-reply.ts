import { script, turn, type UpstreamScript } from '@gateproof/harness';
import { offering } from './offered-tools.ts';

const call = { id: 'call_1', name: 'lookup', arguments: '{"city":"Zürich","n":1.0}' };

/** Replies of which a gateway that keeps them may keep a part alone. */
const replies = {
  words: { tokens: ['caf\u00e9 ', '\u{1f600} ', 'and a long end '.repeat(20)] },
  'a tool call': { tokens: [], toolCalls: [call] },
  'a tool call beside words': { tokens: ['Let ', 'me look.'], toolCalls: [call] },
  'cut off': { tokens: ['not ', 'all '], finishReason: 'length' },
} as const;

export type KindOfReply = keyof typeof replies;
export const kindsOfReply = Object.keys(replies) as KindOfReply[];

/** An endpoint that replies so; each further call of it says something else, so that a second generation shows. */
export function replyingSo(kind: KindOfReply): UpstreamScript {
  const answer = replies[kind];
  const later = { kind: 'chat', tokens: ['another reply'] } as const;
  return script(turn({ kind: 'chat', ...answer }), ...Array.from({ length: 7 }, () => turn(later)));
}

/** What the request offers for such a reply. */
export function offeredFor(kind: KindOfReply): object {
  return 'toolCalls' in replies[kind] ? { tools: offering(call.name) } : {};
}
