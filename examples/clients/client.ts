/** Where a client sends its requests. */
export interface Gateway {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  readonly apiKey: string;
}

/** A tool or a response format by its JSON Schema. */
export interface Described {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What an application asks of a client of the common chat API, each in the client's own way and with its default settings. */
export interface ChatClient {
  /** The arguments with which the model calls the tool that it must call. */
  callTool(model: string, tool: Described): Promise<unknown>;
  /** The value that the model answers by a JSON Schema. */
  structured(model: string, format: Described): Promise<unknown>;
  /** The texts of a stream, one by one. */
  stream(model: string, text: string): Promise<readonly string[]>;
  /** The HTTP status of the error that the client throws for a model that is refused. */
  refusal(model: string): Promise<unknown>;
}

/** What a call rejects with. */
export async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('the call was expected to fail');
}

export const question = [{ role: 'user' as const, content: 'A table for two, please.' }];
