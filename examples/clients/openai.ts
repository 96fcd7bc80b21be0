import OpenAI, { APIError } from 'openai';
import { type ChatClient, failureOf, type Gateway, question } from './client.ts';

/** `openai`. */
export function openaiClient(gateway: Gateway): ChatClient {
  const { completions } = new OpenAI({ ...gateway }).chat;
  return {
    async callTool(model, { name, schema }) {
      const { choices } = await completions.create({
        model,
        messages: question,
        tools: [{ type: 'function', function: { name, parameters: schema } }],
        tool_choice: 'required',
      });
      const [call] = choices[0]?.message.tool_calls ?? [];
      return JSON.parse(call?.type === 'function' ? call.function.arguments : '');
    },
    async structured(model, { name, schema }) {
      const completion = await completions.parse({
        model,
        messages: question,
        response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
      });
      return JSON.parse(completion.choices[0]?.message.content ?? '');
    },
    async stream(model, content) {
      const stream = await completions.create({ model, messages: [{ role: 'user', content }], stream: true });
      const texts: string[] = [];
      for await (const { choices } of stream) texts.push(choices[0]?.delta.content ?? '');
      return texts;
    },
    async refusal(model) {
      const error = await failureOf(completions.create({ model, messages: question }, { maxRetries: 0 }));
      return error instanceof APIError ? error.status : error;
    },
  };
}
