import { isObject, type JsonObject } from '@gateproof/spec';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import { EndpointError } from '../../errors/endpoint-failure.ts';
import { deltasOf, finishOf } from './completion-output.ts';

/** Reads the events of one endpoint's stream, and keeps account of what it has said so far. */
export class ChunkReader {
  readonly #behaviour: Pick<Behaviour, 'streaming' | 'routing'>;
  #finishReason: unknown;
  #hasContent = false;
  #isOver = false;

  constructor(behaviour: Pick<Behaviour, 'streaming' | 'routing'>) {
    this.#behaviour = behaviour;
  }

  get hasContent(): boolean {
    return this.#hasContent;
  }

  /** Whether `[DONE]` came: what is still to come does not matter. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Adds the chunks in the data of events to `chunks`, up to the end or to a failure, which is returned. */
  read(events: readonly string[], chunks: JsonObject[]): EndpointError | undefined {
    for (const data of events) {
      if (data === '[DONE]') {
        this.#isOver = true;
        return undefined;
      }
      const chunk = parseChunk(data);
      if (chunk instanceof EndpointError) return chunk;
      this.#note(chunk);
      chunks.push(chunk);
    }
    return undefined;
  }

  /** Throws `EndpointError` where the endpoint broke off or said nothing. */
  assertWhole(): void {
    const isFinished = this.#isOver || this.#finishReason !== undefined;
    if (!isFinished) {
      throw new EndpointError({ how: this.#hasContent ? 'ended-early' : 'empty' });
    }
    const finishReason = this.#finishReason;
    const output = { content: '', hasToolCalls: this.#hasContent, hasOther: false, finishReason };
    if (this.#behaviour.routing.isEmpty(output)) throw new EndpointError({ how: 'empty' });
  }

  #note(chunk: JsonObject): void {
    this.#finishReason = finishOf(chunk) ?? this.#finishReason;
    this.#hasContent ||= deltasOf(chunk).some((delta) => this.#behaviour.streaming.isContent(delta));
  }
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
