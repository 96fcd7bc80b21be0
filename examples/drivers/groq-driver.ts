/**
 * A driver for the `groq-sdk` package, with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/groq-driver.ts`.
 */
import Groq, { APIError } from 'groq-sdk';
import { oneClient, type Request, serveDriver } from './serve-driver.ts';

/** The package sends to `/openai/v1` below any base URL, so its `fetch` takes that away. */
const clientFor = oneClient(
  ({ base_url, api_key }) =>
    new Groq({
      baseURL: base_url,
      apiKey: api_key,
      fetch: (url, init) => fetch(String(url).replace('/openai/v1/', '/v1/'), init),
    }),
);
const optionsFor = ({ idempotency_key: key, signal }: Request) => ({
  signal,
  ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
});
/** Fields that the package does not know, such as `models`, are sent all the same. */
const chatBody = ({ params: { inputs: _inputs, messages, ...settings } }: Request) => ({
  ...settings,
  messages: [...messages],
});
/** Settings of a chat that the package has a name for, or sends as they are. */
const settings = ['tools', 'max_tokens', 'max_completion_tokens', 'temperature', 'response_format', 'provider'];

await serveDriver(
  'groq-sdk',
  {
    async chat(request) {
      const completion = await clientFor(request).chat.completions.create(chatBody(request), optionsFor(request));
      return { content: completion.choices[0]?.message.content, model: completion.model };
    },
    async chat_stream(request) {
      const body = { ...chatBody(request), stream: true as const };
      const stream = await clientFor(request).chat.completions.create(body, optionsFor(request));
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
  ['concurrent', 'abort', ...settings],
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
