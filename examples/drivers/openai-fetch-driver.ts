/**
 * A driver for the `openai-fetch` package, with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/openai-fetch-driver.ts`.
 */
import { APIError, OpenAIClient } from 'openai-fetch';
import { oneClient, type Request, serveDriver } from './serve-driver.ts';

const clientFor = oneClient(
  ({ base_url, api_key }) => new OpenAIClient({ baseUrl: `${base_url}/v1`, apiKey: api_key }),
);
const optionsFor = ({ idempotency_key: key, signal }: Request) => ({
  signal,
  ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
});
/** `models` is no field that the package knows; it sends it all the same. */
const chatBody = ({ params: { model, messages, models } }: Request) => ({
  model,
  messages: [...messages],
  ...(models === undefined ? {} : { models }),
});

await serveDriver(
  'openai-fetch',
  {
    async chat(request) {
      const completion = await clientFor(request).createChatCompletion(chatBody(request), optionsFor(request));
      return { content: completion.choices[0]?.message.content, model: completion.model };
    },
    async chat_stream(request) {
      const stream = await clientFor(request).streamChatCompletion(chatBody(request), optionsFor(request));
      let content = '';
      for (const reader = stream.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return { content, complete: true };
        content += value.choices[0]?.delta.content ?? '';
      }
    },
  },
  (error) => {
    if (!(error instanceof APIError)) return { message: (error as Error).message };
    const { kind } = (error.error ?? {}) as { kind?: string };
    return { code: error.code, kind, message: error.message, status: error.status, request_id: error.request_id };
  },
);
