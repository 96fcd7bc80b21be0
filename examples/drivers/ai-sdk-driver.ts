/**
 * A driver for the Vercel AI SDK (`ai` with `@ai-sdk/openai-compatible`), with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/ai-sdk-driver.ts`.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, RetryError, streamText } from 'ai';
import { oneClient, type Request, serveDriver } from './serve-driver.ts';

const providerFor = oneClient(({ base_url, api_key }) =>
  createOpenAICompatible({ name: 'svc', baseURL: `${base_url}/v1`, apiKey: api_key }),
);

function callFor(request: Request) {
  const { idempotency_key: key, params, signal } = request;
  return {
    model: providerFor(request)(params.model),
    abortSignal: signal,
    messages: [...params.messages],
    allowSystemInMessages: true,
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
    ...(params.models === undefined ? {} : { providerOptions: { svc: { models: [...params.models] } } }),
  };
}

/** Reasons of an end that is none of the model's own. */
const badEnds: readonly string[] = ['error', 'unknown', 'other'];

await serveDriver(
  'ai with @ai-sdk/openai-compatible',
  {
    async chat(request) {
      const { text, response } = await generateText(callFor(request));
      return { content: text, model: response.modelId };
    },
    async chat_stream(request) {
      const result = streamText({ ...callFor(request), onError: () => undefined });
      let content = '';
      let complete = false;
      for await (const part of result.fullStream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'text-delta') content += part.text;
        if (part.type === 'finish') complete = !badEnds.includes(part.finishReason);
      }
      return { content, complete };
    },
  },
  (thrown) => {
    const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
    if (APICallError.isInstance(error)) {
      const sent = ((error.data ?? {}) as { error?: { code?: unknown; kind?: unknown } }).error ?? {};
      return { code: sent.code, kind: sent.kind, message: error.message, status: error.statusCode };
    }
    // What came in a stream is handed to the caller as it stood there.
    const { code, kind, message } = (error ?? {}) as { code?: unknown; kind?: unknown; message?: unknown };
    return { code, kind, message: message ?? String(error) };
  },
);
