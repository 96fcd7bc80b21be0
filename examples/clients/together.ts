import Together from 'together-ai';
import { type ChatClient, failureOf, type Gateway, question } from './client.ts';

/** `together-ai`. */
export function togetherClient(gateway: Gateway): ChatClient {
  const { completions } = new Together({ ...gateway }).chat;
  return {
    async callTool(model, { name, schema }) {
      const { choices } = await completions.create({
        model,
        messages: question,
        tools: [{ type: 'function', function: { name, parameters: schema } }],
        tool_choice: 'required',
      });
      return JSON.parse(choices[0]?.message?.tool_calls?.[0]?.function.arguments ?? '');
    },
    async structured(model, { name, schema }) {
      const { choices } = await completions.create({
        model,
        messages: question,
        response_format: { type: 'json_schema', json_schema: { name, schema: schema as Record<string, unknown> } },
      });
      return JSON.parse(choices[0]?.message?.content ?? '');
    },
    async stream(model, content) {
      const stream = await completions.create({ model, messages: [{ role: 'user', content }], stream: true });
      const texts: string[] = [];
      for await (const { choices } of stream) texts.push(choices[0]?.delta.content ?? '');
      return texts;
    },
    async refusal(model) {
      const error = await failureOf(completions.create({ model, messages: question }, { maxRetries: 0 }));
      return error instanceof Together.APIError ? error.status : error;
    },
  };
}
