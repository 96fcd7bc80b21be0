/**
 * A driver for LlamaIndex.TS (`@llamaindex/openai`), with its default settings. Run it with
 * `npm ci --prefix examples/drivers/heavy` and `npx gateproof client -- npx node examples/drivers/heavy/llamaindex-driver.mjs`.
 */
import { OpenAI } from '@llamaindex/openai';
import { serveDriver } from '../serve-driver.ts';

const llmFor = ({ base_url, api_key, idempotency_key: key, params: { model, models } }) =>
  new OpenAI({
    model,
    apiKey: api_key,
    baseURL: `${base_url}/v1`,
    ...(models === undefined ? {} : { additionalChatOptions: { models } }),
    ...(key === undefined ? {} : { additionalSessionOptions: { defaultHeaders: { 'Idempotency-Key': key } } }),
  });

await serveDriver(
  '@llamaindex/openai',
  {
    async chat(request) {
      const { message, raw } = await llmFor(request).chat({ messages: [...request.params.messages] });
      return { content: message.content, model: raw.model };
    },
    async chat_stream(request) {
      let content = '';
      const stream = await llmFor(request).chat({ messages: [...request.params.messages], stream: true });
      for await (const { delta } of stream) content += delta;
      return { content, complete: true };
    },
  },
  ({ code, error, message, status, requestID }) => ({
    code,
    kind: error?.kind,
    message,
    status,
    request_id: requestID,
  }),
  ['concurrent'],
);
