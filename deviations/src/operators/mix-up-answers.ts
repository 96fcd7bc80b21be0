import { patch } from '@gateproof/simulator/behaviour';
import type { Change } from '../change.ts';
import { forwarding } from '../changes/forwarding.ts';
import { inChunks } from '../changes/in-chunks.ts';
import { type JsonObject, replace } from '../edits.ts';

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

/** Gives whole completions of one model that are made at the same time the choices of the first. */
export const mixUpCompletions: Change = {
  summary: 'gives requests of one model that run at the same time one answer',
  apply(behaviour) {
    const shared = new Shared<unknown>();
    const started = forwarding((body, model) => {
      shared.start(model.id);
      return body;
    });
    return patch('completions', ({ completion }) => ({
      completion(served, identity) {
        const own = completion(served, identity);
        const choices = shared.share(identity.model, own.choices);
        shared.end(identity.model);
        return { ...own, choices };
      },
    }))(started(behaviour));
  },
};

/** Begins streams of one model that run at the same time with the first content of the first. */
export const mixUpStreams: Change = {
  summary: 'gives streams of one model that run at the same time one first delta',
  apply(behaviour) {
    const shared = new Shared<{ readonly id: string; readonly content: string }>();
    const started = forwarding((body, model) => {
      if (body.stream === true) shared.start(model.id);
      return body;
    });
    return inChunks((chunk, { id, model }) => {
      const [choice] = Array.isArray(chunk.choices) ? (chunk.choices as JsonObject[]) : [];
      if (typeof choice?.finish_reason === 'string') shared.end(model);
      const content = (choice?.delta as JsonObject | undefined)?.content;
      if (typeof content !== 'string' || content === '') return chunk;
      const first = shared.share(model, { id, content });
      return first.id === id ? chunk : replace('choices[].delta.content', first.content).change(chunk);
    })(started(behaviour));
  },
};
