import type { Candidate } from '../../behaviour/routing.ts';
import type { GatewayError } from '../errors/gateway-error.ts';
import type { EndpointCall } from '../routing/call-endpoint.ts';
import { EndpointError } from '../routing/endpoint-failure.ts';
import { sseData } from '../routing/sse-data.ts';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import { deltasOf, finishOf, isObject } from './completion-output.ts';
import type { JsonObject } from './parse-body.ts';

/** What a stream does next: a chunk of the endpoint, or its end by a failure. */
export type StreamStep =
  | { readonly kind: 'chunk'; readonly chunk: JsonObject }
  | { readonly kind: 'failure'; readonly error: GatewayError };

/**
 * Runs a conversation as a stream. Throws `GatewayError` before the first step when no endpoint gave content: then the answer is an
 * ordinary HTTP error. After the first step a failure is a step of its own, and the last.
 */
export async function* streamChat(run: ChatRun): AsyncGenerator<StreamStep> {
  const { streaming } = run.world.behaviour;
  let committed = false;
  let sentAny = false;
  try {
    for (const candidate of run.candidates) {
      const call = run.call();
      try {
        const held: JsonObject[] = [];
        for await (const chunk of endpointChunks(run, call, candidate)) {
          committed ||= deltasOf(chunk).some((delta) => streaming.isContent(delta));
          held.push(chunk);
          if (!committed && !sentAny && streaming.holdsBackUntilContent) continue;
          for (const ready of held.splice(0)) {
            sentAny = true;
            yield { kind: 'chunk', chunk: ready };
          }
        }
        for (const ready of held) yield { kind: 'chunk', chunk: ready };
        return;
      } catch (thrown) {
        if (run.request.signal.aborted) throw new ClientGone();
        if (!run.tries.failed(candidate, thrown, committed)) break;
      } finally {
        call.close();
      }
    }
    const error = run.tries.error();
    run.fail(error.code);
    if (!sentAny) throw error;
    yield { kind: 'failure', error };
  } finally {
    if (run.request.signal.aborted) run.fail('client_disconnected');
  }
}

/** The chunks of one endpoint's stream. Throws `EndpointError` when it fails, breaks off or says nothing. */
async function* endpointChunks(run: ChatRun, call: EndpointCall, candidate: Candidate): AsyncGenerator<JsonObject> {
  const { streaming, routing } = run.world.behaviour;
  const answer = await run.open(call, candidate);
  let finishReason: unknown;
  let hasContent = false;
  let done = false;
  for await (const data of sseData(call.pieces(answer))) {
    if (data === '[DONE]') {
      done = true;
      break;
    }
    const chunk = parseChunk(data);
    finishReason = finishOf(chunk) ?? finishReason;
    hasContent ||= deltasOf(chunk).some((delta) => streaming.isContent(delta));
    yield chunk;
  }
  const finished = done || finishReason !== undefined;
  if (!finished && streaming.earlyEndIsFailure) throw new EndpointError({ how: 'broken-off' });
  const output = { content: '', hasToolCalls: hasContent, hasOther: false, finishReason };
  if (routing.isEmpty(output)) throw new EndpointError({ how: 'empty' });
}

function parseChunk(data: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new EndpointError({ how: 'malformed' });
  }
  if (!isObject(value)) throw new EndpointError({ how: 'malformed' });
  if (value.error !== undefined && value.error !== null)
    throw new EndpointError({ how: 'error-object', error: value.error });
  return value;
}
