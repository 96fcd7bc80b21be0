import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, Output, streamText, tool } from 'ai';
import { type ChatClient, failureOf, type Gateway, question } from './client.ts';

/** The AI SDK: `ai` with `@ai-sdk/openai-compatible`. */
export function aiSdkClient(gateway: Gateway): ChatClient {
  const provider = createOpenAICompatible({ name: 'svc', supportsStructuredOutputs: true, ...gateway });
  return {
    async callTool(model, { name, schema }) {
      const { toolCalls } = await generateText({
        model: provider(model),
        messages: question,
        tools: { [name]: tool({ inputSchema: jsonSchema(schema) }) },
        toolChoice: 'required',
      });
      return toolCalls[0]?.input;
    },
    async structured(model, { schema }) {
      const output = Output.object({ schema: jsonSchema(schema) });
      return (await generateText({ model: provider(model), messages: question, output })).output;
    },
    async stream(model, prompt) {
      return await Array.fromAsync(streamText({ model: provider(model), prompt }).textStream);
    },
    async refusal(model) {
      const error = await failureOf(generateText({ model: provider(model), messages: question, maxRetries: 0 }));
      return APICallError.isInstance(error) ? error.statusCode : error;
    },
  };
}
