/**
 * A driver for the `groq-sdk` package, with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/groq-driver.ts`.
 */
import Groq, { APIError } from 'groq-sdk';
import { type Request, serveDriver } from './serve-driver.ts';

/** The package sends to `/openai/v1` below any base URL, so its `fetch` takes that away. */
const clientFor = ({ base_url, api_key }: Request) =>
  new Groq({
    baseURL: base_url,
    apiKey: api_key,
    fetch: (url, init) => fetch(String(url).replace('/openai/v1/', '/v1/'), init),
  });
const headersFor = ({ idempotency_key: key }: Request) =>
  key === undefined ? {} : { headers: { 'Idempotency-Key': key } };
/** `models` is no field that the package knows; it sends it all the same. */
const chatBody = ({ params: { model, messages, models } }: Request) => ({
  model,
  messages: [...messages],
  ...(models === undefined ? {} : { models }),
});

await serveDriver(
  'groq-sdk',
  {
    async chat(request) {
      const completion = await clientFor(request).chat.completions.create(chatBody(request), headersFor(request));
      return { content: completion.choices[0]?.message.content, model: completion.model };
    },
    async chat_stream(request) {
      const body = { ...chatBody(request), stream: true as const };
      const stream = await clientFor(request).chat.completions.create(body, headersFor(request));
      let content = '';
      for await (const chunk of stream) content += chunk.choices[0]?.delta.content ?? '';
      return { content, complete: true };
    },
    async get_model(request) {
      const model: unknown = await clientFor(request).models.retrieve(request.params.model);
      const { id, modality } = model as { id: string; modality: string };
      return { id, modality };
    },
  },
  (error) => {
    if (!(error instanceof APIError)) return { message: (error as Error).message };
    const { code, kind } = partsOf(error.error);
    return { code, kind, message: error.message, status: error.status };
  },
);

interface Parts {
  readonly code?: string;
  readonly kind?: string;
}

/** The package keeps the whole body of an answer, and the `error` alone of a stream. */
function partsOf(kept: unknown): Parts {
  const { error, ...parts } = (kept ?? {}) as Parts & { readonly error?: Parts };
  return error ?? parts;
}
