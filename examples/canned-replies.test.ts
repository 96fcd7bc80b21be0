import { test } from '@gateproof/simulator/vitest';
import OpenAI from 'openai';
import { expect } from 'vitest';

test('books the table that the model asks for', async ({ account }) => {
  await account.replies.set([
    { on: { message: 'for two', tools: ['book'] }, toolCalls: [{ name: 'book', arguments: { seats: 2 } }] },
    { on: { message: /^booked/ }, text: 'You are expected at eight.' },
  ]);
  const { completions } = new OpenAI({ baseURL: account.baseUrl, apiKey: account.apiKey }).chat;
  const seats: number[] = [];
  const runner = completions.runTools({
    model: 'gateproof/echo',
    messages: [{ role: 'user', content: 'A table for two, please.' }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'book',
          description: 'Books a table.',
          parameters: { type: 'object', properties: { seats: { type: 'integer' } } },
          parse: JSON.parse,
          function: (order: { readonly seats: number }) => `booked, number ${seats.push(order.seats)}`,
        },
      },
    ],
  });
  expect(await runner.finalContent()).toBe('You are expected at eight.');
  expect(seats).toEqual([2]);
});
