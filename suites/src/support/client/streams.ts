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

/** Rules that cover what a client makes of a plain stream: they are no prerequisite of themselves. */
const [contentRule, doneRule] = ['client.stream.content', 'client.stream.done'];

/** A plain stream of these pieces is reported with its content, and as complete: only then does another form of it show anything of `rule`. */
export async function controlWhole(world: ClientWorld, pieces: readonly string[], rule: string): Promise<void> {
  const answer = await stream(world, { events: streamOfPieces(pieces) });
  const [content, isComplete] = answer.ok
    ? [answer.result.content, answer.result.complete !== false]
    : [undefined, false];
  const said = reportOf(answer).slice(0, 300);
  if (rule !== contentRule)
    controlThat(content === pieces.join(''), `a plain stream is not reported with its content: ${said}`, contentRule);
  const isOnlyContent = rule === contentRule && content !== pieces.join('');
  if (rule !== doneRule && !isOnlyContent)
    controlThat(isComplete, `a plain stream is not reported as complete: ${said}`, doneRule);
}
