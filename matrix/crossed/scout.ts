import type { JsonObject } from '@gateproof/spec';
import type { MessagePlayer, PassingRequest } from '../proxied/message-player.ts';
import type { Crossing } from './crossing.ts';

/** Passes everything as it is, and has mutants count what each would have changed: a run that finds no message for a mutant need not be made. */
export class Scout implements MessagePlayer {
  readonly #crossings: readonly Crossing[];

  constructor(crossings: readonly Crossing[]) {
    this.#crossings = crossings;
  }

  shortCircuit(passing: PassingRequest): undefined {
    for (const one of this.#crossings) {
      one.shortCircuit(passing);
      one.request(passing);
    }
  }

  answer(answer: Parameters<Crossing['answer']>[0], passing: PassingRequest) {
    for (const one of this.#crossings) one.answer(answer, passing);
    return answer;
  }

  event(chunk: JsonObject, index: number, passing: PassingRequest): JsonObject {
    for (const one of this.#crossings) one.event(chunk, index, passing);
    return chunk;
  }

  eventText(text: string, passing: PassingRequest): string {
    for (const one of this.#crossings) one.eventText(text, passing);
    return text;
  }

  headers(headers: Parameters<Crossing['headers']>[0], passing: PassingRequest) {
    for (const one of this.#crossings) one.headers(headers, passing);
    return headers;
  }

  sideRequests(_answer: unknown, passing: PassingRequest): readonly never[] {
    for (const one of this.#crossings) one.sideRequests(undefined, passing);
    return [];
  }
}
