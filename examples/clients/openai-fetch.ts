import { APIError, OpenAIClient } from 'openai-fetch';
import { type ChatClient, failureOf, type Gateway, question } from './client.ts';

/** `openai-fetch`. */
export function openaiFetchClient({ baseURL, apiKey }: Gateway): ChatClient {
  const client = new OpenAIClient({ baseUrl: baseURL, apiKey, kyOptions: { retry: 0 } });
  return {
    async callTool(model, { name, schema }) {
      const { choices } = await client.createChatCompletion({
        model,
        messages: question,
        tools: [{ type: 'function', function: { name, parameters: schema } }],
        tool_choice: { type: 'function', function: { name } },
      });
      return JSON.parse(choices[0]?.message.tool_calls?.[0]?.function.arguments ?? '');
    },
    async structured(model, { name, schema }) {
      const { choices } = await client.createChatCompletion({
        model,
        messages: question,
        response_format: { type: 'json_schema', json_schema: { name, schema } },
      });
      return JSON.parse(choices[0]?.message.content ?? '');
    },
    async stream(model, content) {
      const stream = await client.streamChatCompletion({ model, messages: [{ role: 'user', content }] });
      const texts: string[] = [];
      for (const reader = stream.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return texts;
        texts.push(value.choices[0]?.delta.content ?? '');
      }
    },
    async refusal(model) {
      const error = await failureOf(client.createChatCompletion({ model, messages: question }));
      return error instanceof APIError ? error.status : error;
    },
  };
}
