import { describe, expect, it } from 'vitest';
import { inAskedForm } from './in-asked-form.ts';

const asked = { path: '/v1/chat/completions', json: { stream: true } };
const choice = { index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'stop' };
const body = { id: 'c1', object: 'chat.completion', choices: [choice], usage: { total_tokens: 2 } };

describe('inAskedForm', () => {
  it('streams a completion to whoever asks for a stream', () => {
    const { events = [], body: rest } = inAskedForm({ body, pieceBytes: 3 }, asked);
    const chunks = events.slice(0, -1).map((one) => JSON.parse(one.slice(6)));
    expect(rest).toBeUndefined();
    expect(chunks[0].choices).toEqual([{ index: 0, delta: choice.message, finish_reason: null }]);
    expect(chunks[1]).toMatchObject({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: body.usage });
    expect(events.at(-1)).toBe('data: [DONE]\n\n');
  });

  it('says by an index which call each piece of a tool call belongs to', () => {
    const message = { role: 'assistant', content: null, tool_calls: [{ id: 'call_1' }, { id: 'call_2' }] };
    const { events = [] } = inAskedForm({ body: { ...body, choices: [{ index: 0, message }] } }, asked);
    const { tool_calls: calls } = JSON.parse((events[0] ?? '').slice(6)).choices[0].delta;
    expect(calls).toEqual([
      { index: 0, id: 'call_1' },
      { index: 1, id: 'call_2' },
    ]);
  });

  it('reads a completion that is given as text, and leaves its other headers', () => {
    const answer = { body: JSON.stringify(body), headers: { 'content-type': 'application/json', 'x-a': '1' } };
    expect(inAskedForm(answer, asked)).toMatchObject({ headers: { 'x-a': '1' } });
  });

  it('leaves every other answer as it is', () => {
    const others = [{ status: 400, body }, { body: '{"choices":[' }, { body: { object: 'job' } }, { events: ['x'] }];
    for (const answer of others) expect(inAskedForm(answer, asked)).toBe(answer);
    const plain = { body };
    expect(inAskedForm(plain, { ...asked, json: { stream: false } })).toBe(plain);
    expect(inAskedForm(plain, { ...asked, path: '/v1/images/generations' })).toBe(plain);
  });
});
