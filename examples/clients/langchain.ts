import { ChatOpenAI } from '@langchain/openai';
import { type ChatClient, failureOf, type Gateway, question } from './client.ts';

/** LangChain: `@langchain/openai`. */
export function langchainClient({ baseURL, apiKey }: Gateway): ChatClient {
  const chat = (model: string) => new ChatOpenAI({ model, apiKey, maxRetries: 0, configuration: { baseURL } });
  return {
    async callTool(model, { name, schema }) {
      const tools = [{ type: 'function' as const, function: { name, parameters: schema } }];
      const reply = await chat(model)
        .bindTools(tools, { tool_choice: name })
        .invoke([...question]);
      return reply.tool_calls?.[0]?.args;
    },
    async structured(model, { name, schema }) {
      return await chat(model)
        .withStructuredOutput({ ...schema, title: name }, { name, method: 'jsonSchema' })
        .invoke([...question]);
    },
    async stream(model, text) {
      const chunks = await Array.fromAsync(await chat(model).stream(text));
      return chunks.map((chunk) => chunk.text);
    },
    async refusal(model) {
      const error = await failureOf(chat(model).invoke([...question]));
      return (error as { readonly status?: unknown }).status;
    },
  };
}
