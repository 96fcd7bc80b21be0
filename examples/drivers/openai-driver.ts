/**
 * A driver for the `openai` package, with its default settings. Run it with
 * `npx gateproof client -- npx node examples/drivers/openai-driver.ts`.
 */
import OpenAI, { APIError } from 'openai';
import { oneClient, type Request, serveDriver } from './serve-driver.ts';

const clientFor = oneClient(({ base_url, api_key }) => new OpenAI({ baseURL: `${base_url}/v1`, apiKey: api_key }));
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
  'openai',
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
    async create_image(request) {
      const { inputs, messages: _none, ...given } = request.params;
      const body = { ...given, ...inputs } as unknown as OpenAI.ImageGenerateParamsNonStreaming;
      const job: unknown = await clientFor(request).images.generate(body, optionsFor(request));
      const { id, state } = job as { id: string; state: string };
      return { id, state };
    },
    async list_models(request) {
      const ids: string[] = [];
      for await (const { id } of clientFor(request).models.list()) ids.push(id);
      return { ids };
    },
    async get_model(request) {
      const model: unknown = await clientFor(request).models.retrieve(request.params.model);
      const { id, modality } = model as { id: string; modality: string };
      return { id, modality };
    },
  },
  (error) => {
    if (!(error instanceof APIError)) return { message: (error as Error).message };
    const { kind } = (error.error ?? {}) as { kind?: string };
    return { code: error.code, kind, message: error.message, status: error.status, request_id: error.requestID };
  },
  ['concurrent', 'abort', ...settings],
);
