import { isObject, type JsonObject } from '@gateproof/spec';
import type { Candidate } from '../../behaviour/routing.ts';
import { EndpointError } from '../../errors/endpoint-failure.ts';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import { outputOf } from './completion-output.ts';

/** Runs a conversation without streaming: returns the completion as the client gets it. Throws `GatewayError` when no endpoint served it, `ClientGone` when nobody waits any more. */
export async function completeChat(run: ChatRun): Promise<JsonObject> {
  for (const candidate of run.candidates) {
    try {
      const completion = await callFor(run, candidate);
      run.served(candidate);
      return run.world.behaviour.completions.completion(completion, run.identity(candidate.model));
    } catch (thrown) {
      stopIfGone(run);
      if (!run.tries.failed(candidate, thrown, false)) break;
    }
  }
  const error = run.tries.error();
  run.fail(error.code);
  throw error;
}

async function callFor(run: ChatRun, candidate: Candidate): Promise<JsonObject> {
  const call = run.call();
  try {
    const answer = await run.open(call, candidate);
    return readCompletion(run, await run.track(call.text(answer)));
  } finally {
    call.close();
  }
}

function stopIfGone(run: ChatRun): void {
  if (!run.request.isGone) return;
  run.fail('client_disconnected');
  throw new ClientGone();
}

function readCompletion(run: ChatRun, text: string): JsonObject {
  let completion: unknown;
  try {
    completion = JSON.parse(text);
  } catch {
    throw new EndpointError(text.trim() === '' ? { how: 'empty' } : { how: 'malformed', body: text });
  }
  if (!isObject(completion)) throw new EndpointError({ how: 'malformed', body: text });
  if (completion.error !== undefined && completion.error !== null) {
    throw new EndpointError({ how: 'error-object', error: completion.error });
  }
  if (run.world.behaviour.routing.isEmpty(outputOf(completion))) throw new EndpointError({ how: 'empty' });
  return completion;
}
