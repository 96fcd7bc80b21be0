import type { ChatRun } from './chat-run.ts';
import type { StreamStep } from './stream-chat.ts';

/** Thrown at the end of a stream whose connection is to be cut rather than ended. */
export class CutStream extends Error {
  override readonly name = 'CutStream';
}

/** The events of a stream as text, one piece per event; `first` is the step that has already come. */
export async function* streamText(
  run: ChatRun,
  first: IteratorResult<StreamStep>,
  steps: AsyncGenerator<StreamStep>,
  requestId: string,
): AsyncGenerator<string> {
  const { streaming, errors } = run.world.behaviour;
  const identity = run.identity(servingModel(run));
  let index = 0;
  try {
    for (let next = first; next.done !== true; next = await steps.next()) {
      const step = next.value;
      if (step.kind === 'failure') {
        const told = streaming.failure(errors.body(step.error, requestId), identity);
        if (told !== undefined) yield streaming.event(told);
        if (streaming.doneAfterFailure !== '') yield streaming.doneAfterFailure;
        if (streaming.endAfterFailure === 'cut') throw new CutStream();
        return;
      }
      const chunk = streaming.chunk(step.chunk, identity, index);
      index += 1;
      if (chunk !== undefined) yield streaming.event(chunk);
    }
    if (streaming.done !== '') yield streaming.done;
  } finally {
    await steps.return(undefined);
  }
}

/** The model of the endpoint that is being tried now: as many have failed as attempts are noted. */
function servingModel(run: ChatRun) {
  const candidate = run.candidates[run.tries.attempts.length] ?? run.candidates.at(-1);
  const model = candidate?.model ?? run.request.models[0];
  if (model === undefined)
    throw new Error('a stream has no model that serves it: admission let it through without one');
  return model;
}
