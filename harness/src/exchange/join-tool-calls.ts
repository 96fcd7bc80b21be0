import { isObject, type JsonObject } from './json.ts';

/** One tool call of a streamed answer, its pieces joined. */
export interface ToolCallReading {
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
}

/** Joins the `tool_calls` of a choice's deltas by their `index`; a piece without one belongs to the call before it. */
export function joinToolCalls(deltas: readonly JsonObject[]): readonly ToolCallReading[] {
  const calls = new Map<number, ToolCallReading>();
  let last = 0;
  for (const delta of deltas) {
    const pieces = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const piece of pieces.filter(isObject)) {
      last = typeof piece.index === 'number' ? piece.index : last;
      calls.set(last, join(calls.get(last), piece, last));
    }
  }
  return [...calls.values()].sort((a, b) => a.index - b.index);
}

function join(before: ToolCallReading | undefined, piece: JsonObject, index: number): ToolCallReading {
  const part = isObject(piece.function) ? piece.function : {};
  return {
    index,
    id: before?.id ?? (typeof piece.id === 'string' ? piece.id : undefined),
    name: (before?.name ?? '') + textOf(part.name),
    arguments: (before?.arguments ?? '') + textOf(part.arguments),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
