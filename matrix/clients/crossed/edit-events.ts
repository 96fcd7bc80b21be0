import type { JsonObject } from '@gateproof/spec';
import type { EventKind, Play } from './mutant.ts';

/** What a stream event is, from its text. */
export function kindOfEvent(block: string): EventKind {
  const data = dataOf(block);
  if (data === undefined) return 'comment';
  if (data.trim() === '[DONE]') return 'done';
  try {
    return kindOfChunk(JSON.parse(data) as JsonObject);
  } catch {
    return 'comment';
  }
}

/** The data of an event; undefined where it has none. */
export function dataOf(block: string): string | undefined {
  const lines = block.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

interface Chunk {
  readonly delta?: { readonly content?: unknown; readonly tool_calls?: unknown; readonly role?: unknown };
  readonly finish_reason?: unknown;
}

function kindOfChunk(chunk: JsonObject): EventKind {
  const [choice] = (Array.isArray(chunk.choices) ? chunk.choices : []) as readonly Chunk[];
  if ((chunk.error ?? undefined) !== undefined) return 'error';
  if ((choice?.finish_reason ?? undefined) !== undefined) return 'finish';
  if ((choice?.delta?.tool_calls ?? undefined) !== undefined) return 'tool';
  if (typeof choice?.delta?.content === 'string' && choice.delta.content !== '') return 'text';
  if (choice?.delta?.role !== undefined) return 'role';
  return chunk.usage === undefined ? 'metadata' : 'usage';
}

/** Events of a stream as a mutant passes them on. */
export interface EventsOut {
  readonly events: readonly string[];
  /** Whether nothing comes after them. */
  readonly isEnd?: boolean;
}

/** Takes the events of one stream in turn, and says what is passed on for each; `last` gives what was held back. */
export class EventEditor {
  readonly #play: NonNullable<Play['event']>;
  readonly #act: () => void;
  #held: string[] = [];
  #afterEnd: string[] = [];

  constructor(play: NonNullable<Play['event']>, act: () => void) {
    this.#play = play;
    this.#act = act;
  }

  pass(block: string): EventsOut {
    const { kind, action } = this.#play;
    const before = this.#held;
    this.#held = [];
    if (kindOfEvent(block) !== kind) {
      const joined =
        action === 'merged' && before.length > 0 ? [`${before.join('').trimEnd()}\n${block}`] : [block, ...before];
      return { events: joined };
    }
    this.#act();
    switch (action) {
      case 'lost':
        return { events: before };
      case 'doubled':
        return { events: [block, block] };
      case 'merged':
      case 'late':
        this.#held = [block];
        return { events: before };
      case 'after-end':
        this.#afterEnd.push(block);
        return { events: [] };
      case 'cut-there':
        return { events: [block], isEnd: true };
      case 'taken-for-end':
        return { events: [block, 'data: [DONE]\n\n'], isEnd: true };
    }
  }

  last(): readonly string[] {
    return [...this.#held, ...this.#afterEnd];
  }
}
