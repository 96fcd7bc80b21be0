import type { Candidate } from '../../behaviour/routing.ts';
import type { CompletionIdentity } from '../../behaviour/streaming.ts';
import type { EndpointFailure } from '../../errors/endpoint-failure.ts';
import type { GatewayError } from '../../errors/gateway-error.ts';
import type { JsonObject } from '../../records/json-object.ts';
import type { EndpointCall } from '../routing/call-endpoint.ts';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import { deltasOf } from './completion-output.ts';
import { endpointChunks } from './endpoint-chunks.ts';

/** What a stream does next: chunks of an endpoint, its good end, or its end by a failure. */
export type StreamStep =
  | { readonly kind: 'chunks'; readonly chunks: readonly JsonObject[]; readonly identity: CompletionIdentity }
  | { readonly kind: 'end'; readonly doneCount: number }
  | {
      readonly kind: 'failure';
      readonly error: GatewayError;
      readonly failure: EndpointFailure | undefined;
      readonly committed: boolean;
      readonly identity: CompletionIdentity;
    };

/** How far a stream has come: whether anything went to the client, and whether content did. */
interface Progress {
  sentAny: boolean;
  committed: boolean;
}

/**
 * Runs a conversation as a stream. Throws `GatewayError` before the first step when no endpoint gave content: then the answer is an
 * ordinary HTTP error. After the first step a failure is a step of its own, and the last.
 */
export async function* streamChat(run: ChatRun): AsyncGenerator<StreamStep> {
  const { streaming } = run.world.behaviour;
  const progress: Progress = { sentAny: false, committed: false };
  try {
    if (streaming.opening !== undefined) {
      progress.sentAny = true;
      yield { kind: 'chunks', chunks: [streaming.opening], identity: run.identity() };
    }
    for (const [place, candidate] of run.candidates.entries()) {
      void run.callExtras('attempt', place);
      const call = run.call();
      try {
        const doneCount = yield* fromEndpoint(run, call, candidate, progress);
        // Settled before the end is told: whoever reads the end may leave, and then nothing here runs any more.
        run.served(candidate);
        await run.callExtras('served', place);
        yield { kind: 'end', doneCount };
        return;
      } catch (thrown) {
        if (run.request.signal.aborted) throw new ClientGone();
        const goesOn = run.tries.failed(candidate, thrown, progress.committed);
        if (progress.committed) await run.callExtras('broken', place);
        if (!goesOn) break;
      } finally {
        call.close();
      }
    }
    const error = run.tries.error();
    run.fail(error.code);
    if (!progress.sentAny && !streaming.tellsEarlyErrorInStream(error.code)) throw error;
    const { committed } = progress;
    yield { kind: 'failure', error, failure: run.tries.lastFailure, committed, identity: run.identity() };
  } finally {
    if (run.request.signal.aborted) run.fail('client_disconnected');
  }
}

/** The chunks of one endpoint; returns how many `[DONE]` it sent. */
async function* fromEndpoint(
  run: ChatRun,
  call: EndpointCall,
  candidate: Candidate,
  progress: Progress,
): AsyncGenerator<StreamStep, number> {
  const { streaming } = run.world.behaviour;
  const identity = run.identity(candidate.model);
  const held: JsonObject[] = [];
  const release = (): StreamStep => ({ kind: 'chunks', chunks: held.splice(0), identity });
  const chunks = endpointChunks(run, call, candidate);
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (next.done === true) {
      if (held.length > 0) yield release();
      return next.value;
    }
    held.push(...next.value);
    progress.committed ||= next.value.some((chunk) => deltasOf(chunk).some((delta) => streaming.isContent(delta)));
    if (!progress.committed && !progress.sentAny && streaming.holdsBackUntilContent) continue;
    progress.sentAny = true;
    yield release();
  }
}
