import type { JsonObject } from '@gateproof/spec';

/** A whole answer on its way to the client. */
export interface WholeAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is asked: a path, and the JSON of the body. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly json: JsonObject;
}

/** One way to spoil the answers of a gateway. */
export interface Spoil {
  readonly id: string;
  /** The id of the cause that must be found. */
  readonly cause: string;
  /** Answers that are no streams. */
  whole?(answer: WholeAnswer, asked: Asked): WholeAnswer;
  /** The `data` of each event of a stream, and the `[DONE]` at its end. */
  event?(data: string, asked: Asked): readonly string[];
  /** Rules that pass once it is fixed and that no cause can claim, each with the reason. Default: none. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** What is lost can't be restored: a repair makes of it what it can. Default: fixing it gives the answer that it was. */
  readonly isLossy?: true;
  /** The content type of streams. */
  readonly streamType?: string;
}

/** The JSON object that this text is; undefined for anything else. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

type Change = (body: JsonObject, answer: WholeAnswer, asked: Asked) => unknown;

/** Changes whole answers that are JSON objects; a change to a text is sent as it stands. */
export function inBodies(change: Change): NonNullable<Spoil['whole']> {
  return (answer, asked) => {
    const json = objectIn(answer.body);
    const changed = json === undefined ? undefined : change(json, answer, asked);
    if (changed === undefined) return answer;
    return { ...answer, body: typeof changed === 'string' ? changed : JSON.stringify(changed) };
  };
}

/** Changes the envelope of errors. */
export function inErrorBodies(
  change: (envelope: JsonObject, error: JsonObject) => unknown,
): NonNullable<Spoil['whole']> {
  return inBodies((body, { status }) => (status >= 400 ? change(body, body.error as JsonObject) : undefined));
}

/** Changes error chunks of streams. */
export function inErrorChunks(
  change: (chunk: JsonObject, error: JsonObject) => JsonObject,
): NonNullable<Spoil['event']> {
  return (data) => {
    const chunk = objectIn(data);
    const { error } = chunk ?? {};
    return chunk === undefined || typeof error !== 'object' || error === null
      ? [data]
      : [JSON.stringify(change(chunk, error as JsonObject))];
  };
}

/** Changes entries of the model list, and models that are read alone. */
export function inModels(change: (model: JsonObject) => JsonObject): NonNullable<Spoil['whole']> {
  return inBodies((body, { status }, { path }) => {
    if (status !== 200 || !path.startsWith('/v1/models')) return undefined;
    return Array.isArray(body.data) ? { ...body, data: (body.data as JsonObject[]).map(change) } : change(body);
  });
}

/** The object without some of its fields. */
export function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}
