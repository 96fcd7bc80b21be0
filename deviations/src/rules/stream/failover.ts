import { decide, each, rows, together } from '../../change.ts';
import { hasContent } from '../../edits/chunks.ts';
import { callAlso } from '../../operators/call-also.ts';
import { anyFailure, failing, failures } from '../../operators/classify.ts';
import { firstModels, giveUpAt, goOnAfter, tryEndpoints } from '../../operators/routing.ts';
import { inChunksAfter } from '../../operators/streams.ts';
import { streams } from '../../scopes/requests.ts';

const late = ['malformed', 'timeout', 'ended-early', 'connection-lost'] as const;
/** Sends the role at once; `end`: what becomes of a stream that fails before content. */
const sendingRole = (words: string, end: 'cut' | 'end-well') =>
  decide('streaming', `sends the role at once, and ${words} when its endpoint fails after it`, ({ failure }) => ({
    holdsBackUntilContent: false,
    failure(error, identity, cause) {
      if (cause.committed) return failure(error, identity, cause);
      if (end === 'cut') throw new Error('The stream is cut.');
      return undefined;
    },
  }));
const withoutContent = (words: string, isLeftOut: (delta: Readonly<Record<string, unknown>>) => boolean) =>
  decide('streaming', `does not take ${words} for content`, ({ isContent }) => ({
    holdsBackUntilContent: false,
    isContent: (delta) => !isLeftOut(delta) && isContent(delta),
  }));

/** When another endpoint may take over a stream, and with what. */
export const streamFailover = rows('stream.failover', {
  'never-after-content:asked': callAlso('broken', 'the next endpoint'),
  'never-after-content:blank': withoutContent('blanks', ({ content }) => /^\s*$/.test(String(content))),
  'no-splice': goOnAfter(anyFailure),
  ...each('never-after-content:*', late, (how) => goOnAfter(failing(how))),
  ...each('no-splice:*', late, (how) => goOnAfter(failing(how))),
  'tool-calls-unmixed': withoutContent('tool calls', ({ tool_calls }) => tool_calls !== undefined),
  'whole-answer': inChunksAfter('leaves out the first delta of an endpoint that took over', (chunk, earlier, of) => {
    return of.failedBefore > 0 && hasContent(chunk) && !earlier.some(hasContent) ? undefined : chunk;
  }),
  'after-role-chunk:cut': together(
    sendingRole('cuts the stream', 'cut'),
    giveUpAt(failures('failures within an answer', ({ how }) => how !== 'unreachable' && how !== 'status')),
  ),
  'after-role-chunk:silent': sendingRole('ends as if all were well', 'end-well'),
  used: together(callAlso('attempt', 'the next endpoint'), giveUpAt(anyFailure)),
  'fallback-model': tryEndpoints('the requested model only', firstModels(1), streams),
  'fallback-model:connection-lost': giveUpAt(failing('connection-lost')),
});
