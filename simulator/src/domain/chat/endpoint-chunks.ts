import type { Candidate } from '../../behaviour/routing.ts';
import { EndpointError } from '../../errors/endpoint-failure.ts';
import type { JsonObject } from '../../records/json-object.ts';
import type { EndpointCall } from '../routing/call-endpoint.ts';
import { eventBytes } from '../routing/event-bytes.ts';
import type { ChatRun } from './chat-run.ts';
import { deltasOf, finishOf, isObject } from './completion-output.ts';

/**
 * The chunks of one endpoint's stream, those that came together given together; returns how many `[DONE]` it sent. Throws
 * `EndpointError` when the endpoint fails, breaks off or says nothing.
 */
export async function* endpointChunks(
  run: ChatRun,
  call: EndpointCall,
  candidate: Candidate,
): AsyncGenerator<readonly JsonObject[], number> {
  const { streaming, routing } = run.world.behaviour;
  const answer = await run.open(call, candidate);
  let finishReason: unknown;
  let hasContent = false;
  let doneCount = 0;
  for await (const events of streaming.readEvents(eventBytes(call.pieces(answer), answer.contentType))) {
    const chunks: JsonObject[] = [];
    const broken = readChunks(events, chunks, streaming.stopsAtDone);
    for (const chunk of chunks) {
      finishReason = finishOf(chunk) ?? finishReason;
      hasContent ||= deltasOf(chunk).some((delta) => streaming.isContent(delta));
    }
    if (chunks.length > 0) yield chunks;
    if (broken instanceof EndpointError) throw broken;
    doneCount += broken;
    if (doneCount > 0 && streaming.stopsAtDone) {
      call.leave();
      break;
    }
  }
  const finished = doneCount > 0 || finishReason !== undefined;
  if (!finished && streaming.earlyEndIsFailure) {
    throw new EndpointError({ how: hasContent ? 'ended-early' : 'empty' });
  }
  const output = { content: '', hasToolCalls: hasContent, hasOther: false, finishReason };
  if (routing.isEmpty(output)) throw new EndpointError({ how: 'empty' });
  return doneCount;
}

/** Reads events into chunks, up to a failure or `[DONE]`; returns the failure, or how many `[DONE]` there were. */
function readChunks(events: readonly string[], chunks: JsonObject[], stopsAtDone: boolean): EndpointError | number {
  let doneCount = 0;
  for (const data of events) {
    if (data === '[DONE]') {
      doneCount += 1;
      if (stopsAtDone) return doneCount;
      continue;
    }
    const chunk = parseChunk(data);
    if (chunk instanceof EndpointError) return chunk;
    chunks.push(chunk);
  }
  return doneCount;
}

function parseChunk(data: string): JsonObject | EndpointError {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return new EndpointError({ how: 'malformed', body: data });
  }
  if (!isObject(value)) return new EndpointError({ how: 'malformed', body: data });
  if (value.error !== undefined && value.error !== null) {
    return new EndpointError({ how: 'error-object', error: value.error });
  }
  return value;
}
