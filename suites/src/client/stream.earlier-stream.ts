import { expectThat, type ScriptedAnswer } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf } from '../support/client/expectations.ts';
import { errorObject, event, refusalAtOnce, streamOfPieces } from '../support/client/replies.ts';
import { controlStream, controlWhole, stream } from '../support/client/streams.ts';

const begun = streamOfPieces(['Left ', 'over']).slice(0, 3);
const error = event({ error: errorObject('moderation_refused') });
const halfAChunk = 'data: {"choices":[{"index":0,"delta":{"content":"left';
const unclosed = `${streamOfPieces(['left'])[1]}`.slice(0, -1);
const laterPieces = ['Zoë ', 'and all'];
const later = streamOfPieces(laterPieces);
const whole = laterPieces.join('');

/** Ways in which a stream may end, from which a client keeps nothing. */
const earlierStreams: Readonly<Record<string, ScriptedAnswer>> = {
  'cut in the middle of a chunk': { events: [...begun, halfAChunk], ending: 'cut' },
  'failed by an error chunk': { events: [...begun, error, 'data: [DONE]\n\n'] },
  'ended in the middle of a chunk': { events: [...begun, halfAChunk] },
  'cut before the end of an event': { events: [...begun, unclosed], ending: 'cut' },
  'refused before its first chunk': refusalAtOnce('invalid_request'),
  'read to its end': { events: streamOfPieces(['Left ', 'over']) },
};
/** Another process of the client may take a call: the second round is then its. */
const rounds = 2;

/** A stream is read from its own bytes alone, whatever became of the one before. */
const earlierStream: ClientCheck = clientRows(
  'client.stream.earlier-stream',
  earlierStreams,
  async (world, earlier, how) => {
    await controlStream(world);
    await controlWhole(world, laterPieces, 'client.stream.earlier-stream');
    for (let round = 0; round < rounds; round += 1) {
      await stream(world, earlier);
      const answer = await stream(world, { events: later });
      const isWhole = answer.ok && answer.result.content === whole && answer.result.complete !== false;
      expectThat(world, isWhole, {
        expected: `${JSON.stringify(whole)}, complete, after a stream that was ${how}`,
        observed: reportOf(answer),
      });
    }
  },
);
export default [earlierStream];
