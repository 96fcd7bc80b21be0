import type { StartedSimulator } from '@gateproof/simulator';
import type { AccountControl } from '@gateproof/simulator/control';
import OpenAI from 'openai';
import { expect } from 'vitest';

/** What a part of a page may use without having made it. */
export interface Surroundings {
  readonly simulator: StartedSimulator;
  /** A fresh account of that simulator. */
  readonly account: AccountControl;
  /** A client of that account. */
  readonly client: OpenAI;
  /** A chat of the client. */
  readonly request: OpenAI.ChatCompletionCreateParamsNonStreaming;
  /** Reads a stream of the client to its end, or until it is cancelled. */
  readonly readStream: () => Promise<void>;
  /** What cancels in the user's application. */
  readonly cancelButton: { readonly click: () => void };
  readonly expect: typeof expect;
}

/** Surroundings with an account of their own. */
export async function surroundingsOf(simulator: StartedSimulator): Promise<Surroundings> {
  const account = await simulator.account();
  const client = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey });
  const request = { model: 'gateproof/echo', messages: [{ role: 'user' as const, content: 'one two three four' }] };
  const cancelled = new AbortController();
  const readStream = async () => {
    const stream = await client.chat.completions.create({ ...request, stream: true }, { signal: cancelled.signal });
    for await (const _ of stream);
  };
  const readUntilCancelled = () =>
    readStream().catch((error: unknown) => expect(error).toBeInstanceOf(OpenAI.APIUserAbortError));
  return {
    simulator,
    account,
    client,
    request,
    readStream: readUntilCancelled,
    expect,
    cancelButton: { click: () => cancelled.abort() },
  };
}
