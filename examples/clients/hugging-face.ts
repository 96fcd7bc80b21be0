import { InferenceClient, InferenceClientProviderApiError } from '@huggingface/inference';
import { type ChatClient, failureOf, type Gateway, question } from './client.ts';

/** `@huggingface/inference`. */
export function huggingFaceClient({ baseURL: endpointUrl, apiKey }: Gateway): ChatClient {
  const client = new InferenceClient(apiKey, { endpointUrl });
  return {
    async callTool(model, { name, schema }) {
      const { choices } = await client.chatCompletion({
        model,
        messages: question,
        tools: [{ type: 'function', function: { name, parameters: schema } }],
        tool_choice: { function: { name } },
      });
      return JSON.parse(choices[0]?.message.tool_calls?.[0]?.function.arguments ?? '');
    },
    async structured(model, { name, schema }) {
      const { choices } = await client.chatCompletion({
        model,
        messages: question,
        response_format: { type: 'json_schema', json_schema: { name, schema: { ...schema } } },
      });
      return JSON.parse(choices[0]?.message.content ?? '');
    },
    async stream(model, content) {
      const stream = client.chatCompletionStream({ model, messages: [{ role: 'user', content }] });
      const chunks = await Array.fromAsync(stream);
      return chunks.map(({ choices }) => choices[0]?.delta.content ?? '');
    },
    async refusal(model) {
      const error = await failureOf(client.chatCompletion({ model, messages: question }, { retry_on_error: false }));
      return error instanceof InferenceClientProviderApiError ? error.httpResponse.status : error;
    },
  };
}
