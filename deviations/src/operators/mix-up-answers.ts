import { type Change, remembering, watch } from '../change.ts';
import { type JsonObject, replace } from '../edits/fields.ts';
import { inCompletions } from './edit-messages.ts';
import { inChunks } from './streams.ts';

/** Of the requests that run for one model at the same time, the later ones get what the first one has shared. */
class Shared<Value> {
  readonly #running = new Map<string, { count: number; first: Value | undefined }>();

  start(model: string): void {
    const { count, first } = this.#running.get(model) ?? { count: 0, first: undefined };
    this.#running.set(model, { count: count + 1, first });
  }

  share(model: string, own: Value): Value {
    const running = this.#running.get(model);
    if (running === undefined || (running.count < 2 && running.first === undefined)) return own;
    running.first ??= own;
    return running.first;
  }

  end(model: string): void {
    const running = this.#running.get(model);
    if (running === undefined) return;
    running.count -= 1;
    if (running.count === 0) this.#running.delete(model);
  }
}

const startedBy = (shared: Shared<unknown>, stream?: true) =>
  watch('routing.upstreamBody', '', (_sent, body, model) => {
    if (stream === undefined || body.stream === stream) shared.start(model.id);
  });

/** Gives whole completions of one model that are made at the same time the choices of the first. */
export const mixUpCompletions: Change = remembering(() => {
  const shared = new Shared<unknown>();
  return [
    startedBy(shared),
    inCompletions('gives requests of one model that run together one answer', (own, _served, { model }) => {
      const choices = shared.share(model, own.choices);
      shared.end(model);
      return { ...own, choices };
    }),
  ];
});

/** Begins streams of one model that run at the same time with the first content of the first. */
export const mixUpStreams: Change = remembering(() => {
  const shared = new Shared<{ readonly id: string; readonly content: string }>();
  return [
    startedBy(shared, true),
    inChunks('gives streams of one model that run together one first delta', (chunk, { id, model }) => {
      const [choice] = Array.isArray(chunk.choices) ? (chunk.choices as JsonObject[]) : [];
      if (typeof choice?.finish_reason === 'string') shared.end(model);
      const content = (choice?.delta as JsonObject | undefined)?.content;
      if (typeof content !== 'string' || content === '') return chunk;
      const first = shared.share(model, { id, content });
      return first.id === id ? chunk : replace('choices[].delta.content', first.content).change(chunk);
    }),
  ];
});
