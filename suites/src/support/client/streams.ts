import { type ClientWorld, controlThat, type ScriptedAnswer } from '@gateproof/harness';
import type { DriverAnswer } from '@gateproof/spec';
import { chatParams, reportOf } from './expectations.ts';
import { answerAside, operations } from './operations.ts';
import { errorAnswer, streamOfPieces } from './replies.ts';

/** Lets the client stream a chat whose requests are all answered so. */
export function stream(world: ClientWorld, answer: ScriptedAnswer, limitMs = 30_000): Promise<DriverAnswer> {
  world.answer((request) => answerAside(operations.chat_stream, request) ?? answer);
  return world.call('chat_stream', chatParams, { limitMs });
}

/** A whole stream is reported as complete, and a refused one is not: only then does an answer say something. */
export async function controlStream(world: ClientWorld): Promise<void> {
  const good = await stream(world, { events: streamOfPieces(['control']) });
  controlThat(
    good.ok && good.result.content === 'control',
    `a plain stream is not reported with its content: ${reportOf(good)}`,
    'client.stream.content',
  );
  const refused = await stream(world, errorAnswer('invalid_request'));
  controlThat(!refused.ok, `a refused stream is reported as a success: ${reportOf(refused)}`, 'client.stream.refused');
}
