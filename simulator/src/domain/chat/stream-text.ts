import type { ChatRun } from './chat-run.ts';
import type { StreamStep } from './stream-chat.ts';

/** Thrown at the end of a stream whose connection is to be cut rather than ended. */
export class CutStream extends Error {
  override readonly name = 'CutStream';
}

/** The events of a stream as text; those that came together come together. `first` is the step that has already come. */
export async function* streamText(
  run: ChatRun,
  first: IteratorResult<StreamStep>,
  steps: AsyncGenerator<StreamStep>,
  requestId: string,
): AsyncGenerator<string> {
  const { streaming } = run.world.behaviour;
  const late: string[] = [];
  let index = 0;
  try {
    for (let next = first; next.done !== true; next = await steps.next()) {
      const step = next.value;
      if (step.kind === 'end') {
        yield late.join('') + streaming.closing(step.doneCount);
        return;
      }
      if (step.kind === 'failure') {
        yield await endText(run, step, requestId);
        return;
      }
      for (const told of step.chunks) {
        const chunk = streaming.chunk(told, step.identity, index);
        index += 1;
        if (chunk !== undefined) late.push(streaming.event(chunk));
      }
      const text = late.splice(0, Math.max(0, late.length - streaming.lag)).join('');
      if (text !== '') yield text;
    }
  } finally {
    await steps.return(undefined);
  }
}

/** What is written when the endpoint has failed after the stream had begun. */
async function endText(
  run: ChatRun,
  step: StreamStep & { readonly kind: 'failure' },
  requestId: string,
): Promise<string> {
  const { streaming, errors } = run.world.behaviour;
  switch (streaming.onBreak(step.failure, step.committed)) {
    case 'tell': {
      const told = streaming.failure(errors.body(errors.translate(step.error), requestId), step.identity);
      return (told === undefined ? '' : streaming.event(told)) + streaming.closingAfterFailure;
    }
    case 'end-well':
      return streaming.closing(1);
    case 'end-bare':
      return '';
    case 'cut':
      throw new CutStream();
    case 'hang':
      await new Promise((resolve) => run.request.signal.addEventListener('abort', resolve, { once: true }));
      throw new CutStream();
  }
}
