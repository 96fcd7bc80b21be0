import type { JsonObject } from '@gateproof/spec';
import type { Candidate } from '../../behaviour/routing.ts';
import type { CompletionIdentity } from '../../behaviour/streaming.ts';
import type { GatewayError } from '../../errors/gateway-error.ts';
import { eventBytes } from '../routing/event-bytes.ts';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import { ChunkReader } from './chunk-reader.ts';
import { EventQueue, type WriteEvents } from './event-queue.ts';

/** How far a stream has come: its events, whether any of them may have gone out, and whether content has. */
interface Progress {
  readonly queue: EventQueue;
  index: number;
  sentAny: boolean;
  committed: boolean;
}

/**
 * Runs a conversation as a stream. Returns what is to be written last. Throws `GatewayError` before the first write when no endpoint gave content: then
 * the answer is an ordinary HTTP error. After it, what is returned says how the run failed.
 */
export async function relayChat(run: ChatRun, write: WriteEvents, requestId: string): Promise<string> {
  const { streaming } = run.world.behaviour;
  const queue = new EventQueue(streaming, write);
  const progress: Progress = { queue, index: 0, sentAny: false, committed: false };
  try {
    if (streaming.opening !== undefined) await pass(run, progress, [streaming.opening], run.identity());
    for (const candidate of run.candidates) {
      try {
        const last = await relayCall(run, candidate, progress);
        run.served(candidate);
        return queue.rest() + last;
      } catch (thrown) {
        if (run.request.isGone) throw new ClientGone();
        if (!run.tries.failed(candidate, thrown, progress.committed)) break;
      }
    }
    const error = run.tries.error();
    run.fail(error.code);
    if (!progress.sentAny && !streaming.sendsEarlyErrorInStream(error.code)) throw error;
    return failureText(run, error, progress.committed, requestId);
  } catch (thrown) {
    if (run.request.isGone) run.fail('client_disconnected');
    throw thrown;
  }
}

/** Relays the chunks of one endpoint; returns what closes a stream that went well. */
async function relayCall(run: ChatRun, candidate: Candidate, progress: Progress): Promise<string> {
  const { streaming } = run.world.behaviour;
  const identity = run.identity(candidate.model);
  const reader = new ChunkReader(run.world.behaviour);
  const held: JsonObject[] = [];
  const call = run.call();
  try {
    const answer = await run.open(call, candidate);
    for await (const events of streaming.readEvents(eventBytes(call.pieces(answer), answer.contentType))) {
      const failure = reader.read(events, held);
      progress.committed ||= reader.hasContent;
      const mayPass = progress.committed || progress.sentAny || !streaming.holdsBackUntilContent;
      if (mayPass && held.length > 0) await pass(run, progress, held.splice(0), identity);
      if (failure !== undefined) throw failure;
      if (!reader.isOver) continue;
      call.leave();
      break;
    }
    reader.assertWhole();
    if (held.length > 0) await pass(run, progress, held, identity);
    return streaming.closing();
  } finally {
    call.close();
  }
}

async function pass(
  { world }: ChatRun,
  progress: Progress,
  chunks: readonly JsonObject[],
  identity: CompletionIdentity,
): Promise<void> {
  const { streaming } = world.behaviour;
  progress.sentAny = true;
  for (const given of chunks) {
    const chunk = streaming.chunk(given, identity, progress.index);
    progress.index += 1;
    if (chunk !== undefined) progress.queue.add(streaming.event(chunk));
  }
  await progress.queue.flush();
}

/** What is written when no endpoint goes on with a stream that has begun. */
function failureText(run: ChatRun, error: GatewayError, committed: boolean, requestId: string): string {
  const { streaming, errors } = run.world.behaviour;
  const failure = run.tries.lastFailure;
  const body = errors.body(errors.translate(error), requestId);
  const chunk = streaming.failure(body, run.identity(), { failure, committed });
  return (chunk === undefined ? '' : streaming.event(chunk)) + streaming.closingAfterFailure(failure);
}
