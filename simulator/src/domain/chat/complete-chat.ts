import { EndpointError } from '../../errors/endpoint-failure.ts';
import type { JsonObject } from '../../records/json-object.ts';
import { ClientGone } from '../routing/try-endpoints.ts';
import type { ChatRun } from './chat-run.ts';
import { isObject, outputOf } from './completion-output.ts';

/** Runs a conversation without streaming. Throws `GatewayError` when no endpoint served it, `ClientGone` when nobody waits any more. */
export async function completeChat(run: ChatRun): Promise<JsonObject> {
  const { completions } = run.world.behaviour;
  for (const [place, candidate] of run.candidates.entries()) {
    void run.callExtras('attempt', place);
    const call = run.call();
    try {
      const answer = await run.open(call, candidate);
      const served = readCompletion(run, await run.track(call.text(answer)));
      const completion = completions.completion(served, run.identity(candidate.model));
      run.served(candidate);
      await run.callExtras('served', place);
      return completion;
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
