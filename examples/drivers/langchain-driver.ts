/**
 * A driver for LangChain's OpenAI client (`@langchain/openai`), with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/langchain-driver.ts`.
 */
import { ChatOpenAI } from '@langchain/openai';
import { type Request, serveDriver } from './serve-driver.ts';

function chatFor({ base_url, api_key, params }: Request): ChatOpenAI {
  return new ChatOpenAI({
    model: params.model,
    apiKey: api_key,
    configuration: { baseURL: `${base_url}/v1` },
    ...(params.models === undefined ? {} : { modelKwargs: { models: [...params.models] } }),
  });
}
const messagesOf = ({ params }: Request) => params.messages.map(({ role, content }) => ({ role, content }));
const optionsFor = ({ idempotency_key: key, signal }: Request) => ({
  signal,
  ...(key === undefined ? {} : { options: { headers: { 'Idempotency-Key': key } } }),
});

await serveDriver(
  '@langchain/openai',
  {
    async chat(request) {
      const reply = await chatFor(request).invoke(messagesOf(request), optionsFor(request));
      return { content: reply.text, model: reply.response_metadata.model_name };
    },
    async chat_stream(request) {
      let content = '';
      for await (const chunk of await chatFor(request).stream(messagesOf(request), optionsFor(request)))
        content += chunk.text;
      return { content, complete: true };
    },
  },
  (error) => {
    const failure = error as {
      code?: unknown;
      status?: unknown;
      message?: unknown;
      requestID?: unknown;
      error?: { kind?: unknown };
    };
    return {
      code: failure.code,
      kind: failure.error?.kind,
      message: failure.message,
      status: failure.status,
      request_id: failure.requestID,
    };
  },
);
