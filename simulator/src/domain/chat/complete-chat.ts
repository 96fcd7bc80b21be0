import { EndpointError } from '../routing/endpoint-failure.ts';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import { outputOf } from './completion-output.ts';
import type { JsonObject } from './parse-body.ts';

/** A served completion with what the metadata header may ask to be told. */
export interface CompletedChat {
  readonly completion: JsonObject;
}

/** Runs a conversation without streaming. Throws `GatewayError` when no endpoint served it, `ClientGone` when nobody waits any more. */
export async function completeChat(run: ChatRun): Promise<CompletedChat> {
  for (const candidate of run.candidates) {
    const call = run.call();
    try {
      const answer = await run.open(call, candidate);
      const served = readCompletion(run, await call.text(answer));
      return { completion: run.world.behaviour.completions.completion(served, run.identity(candidate.model)) };
    } catch (thrown) {
      stopIfGone(run);
      if (!run.tries.failed(candidate, thrown, false)) break;
    } finally {
      call.close();
    }
  }
  const error = run.tries.error();
  run.fail(error.code);
  throw error;
}

function stopIfGone(run: ChatRun): void {
  if (!run.request.signal.aborted) return;
  run.fail('client_disconnected');
  throw new ClientGone();
}

function readCompletion(run: ChatRun, text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EndpointError({ how: text.trim() === '' ? 'empty' : 'malformed' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new EndpointError({ how: 'malformed' });
  const completion = value as JsonObject;
  if (completion.error !== undefined && completion.error !== null) {
    throw new EndpointError({ how: 'error-object', error: completion.error });
  }
  if (run.world.behaviour.routing.isEmpty(outputOf(completion))) throw new EndpointError({ how: 'empty' });
  return completion;
}
