/**
 * A driver for the `@openrouter/sdk` package, with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/openrouter-driver.ts`.
 */
import { OpenRouter } from '@openrouter/sdk';
import { OpenRouterError } from '@openrouter/sdk/models/errors';
import { oneClient, type Request, serveDriver } from './serve-driver.ts';

const clientFor = oneClient(
  ({ base_url, api_key }) => new OpenRouter({ serverURL: `${base_url}/v1`, apiKey: api_key }),
);
const optionsFor = ({ idempotency_key: key, signal }: Request) => ({
  fetchOptions: { signal },
  ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
});
const chatRequest = ({ params: { model, messages, models } }: Request) => ({
  model,
  messages: [...messages],
  ...(models === undefined ? {} : { models: [...models] }),
});

await serveDriver(
  '@openrouter/sdk',
  {
    async chat(request) {
      const body = { chatRequest: { ...chatRequest(request), stream: false as const } };
      const completion = await clientFor(request).chat.send(body, optionsFor(request));
      if (!('choices' in completion)) throw new Error('a stream came');
      return { content: completion.choices[0]?.message.content, model: completion.model };
    },
    async chat_stream(request) {
      const body = { chatRequest: { ...chatRequest(request), stream: true as const } };
      const stream = await clientFor(request).chat.send(body, optionsFor(request));
      if ('choices' in stream) throw new Error('no stream came');
      let content = '';
      for await (const { choices, error } of stream) {
        if (error !== undefined) throw Object.assign(new Error(error.message), error);
        content += choices[0]?.delta.content ?? '';
      }
      return { content, complete: true };
    },
    async get_model(request) {
      const [author = '', slug = ''] = request.params.model.split('/');
      const { data } = await clientFor(request).models.get({ author, slug }, optionsFor(request));
      return { id: data.id };
    },
  },
  (error) => {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    return error instanceof OpenRouterError ? { message, status: error.statusCode } : { code, message };
  },
);
