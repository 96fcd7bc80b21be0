import { expect, test } from 'vitest';
import { answered, bodyAfter, jsonAfter, names } from './answered.fixture.ts';
import { contentTypeEvents } from './content-type-events.ts';
import { contentTypeJson } from './content-type-json.ts';
import { jsonDoneAppended } from './json-done-appended.ts';
import { modelFieldRepairs } from './model-fields.ts';
import { modelListObject } from './model-list-object.ts';
import { replyModel } from './reply-model.ts';
import { streamDoneMissing } from './stream-done-missing.ts';
import { streamDoneRepeated } from './stream-done-repeated.ts';
import { streamTextTwice } from './stream-text-twice.ts';

const chunk = (content: string) => `data: ${JSON.stringify({ model: 'm/x', choices: [{ delta: { content } }] })}\n\n`;
const done = 'data: [DONE]\n\n';
const stream = (...contents: string[]) => contents.map(chunk).join('');

test('JSON and events get their content type', () => {
  const json = answered({ type: 'text/plain', body: { id: 'c1' } });
  expect(contentTypeJson.mend(json, names)?.headers).toEqual([['Content-Type', 'application/json']]);
  expect(contentTypeJson.mend(answered({ body: { id: 'c1' } }), names)).toBeUndefined();
  const events = answered({ type: 'text/plain', body: stream('a') });
  expect(contentTypeEvents.mend(events, names)?.headers).toEqual([['Content-Type', 'text/event-stream']]);
  expect(contentTypeEvents.mend(answered({ type: 'text/plain', body: 'a page' }), names)).toBeUndefined();
});

test('a stream without [DONE] gets one, and one that goes on after it ends there', () => {
  expect(bodyAfter(streamDoneMissing, answered({ body: stream('a') }))).toBe(`${chunk('a')}\n\n${done}`);
  expect(bodyAfter(streamDoneMissing, answered({ body: stream('a') + done }))).toBeUndefined();
  expect(bodyAfter(streamDoneMissing, { ...answered({ body: stream('a') }), ending: 'cut' })).toBeUndefined();
  expect(bodyAfter(streamDoneRepeated, answered({ body: stream('a') + done + done }))).toBe(chunk('a') + done);
  expect(bodyAfter(streamDoneRepeated, answered({ body: stream('a') + done }))).toBeUndefined();
});

test('JSON with the end of a stream behind it loses that', () => {
  expect(jsonAfter(jsonDoneAppended, answered({ body: '{"id":"c1"}\n\ndata: [DONE]\n\n' }))).toEqual({ id: 'c1' });
  expect(bodyAfter(jsonDoneAppended, answered({ body: stream('a') + done }))).toBeUndefined();
  expect(bodyAfter(jsonDoneAppended, answered({ body: { content: '[DONE]' } }))).toBeUndefined();
});

test.each([
  ['each delta', stream('a', 'a', 'b', 'b')],
  ['the whole text', stream('a', 'b', 'a', 'b')],
])('a stream that sends %s twice sends it once', (_what, body) => {
  expect(bodyAfter(streamTextTwice, answered({ body: body + done }))).toBe(stream('a', 'b') + done);
});

test.each([[stream('a', 'b', 'c', 'd')], [stream('ha', 'ha')], [stream('a', 'a', 'b')]])(
  'a stream that repeats nothing keeps its text',
  (body) => {
    expect(bodyAfter(streamTextTwice, answered({ body: body + done }))).toBeUndefined();
  },
);

test('a reply is renamed to the requested model, unless the request lists its own', () => {
  const body = { id: 'c1', model: 'other' };
  expect(jsonAfter(replyModel, answered({ body, asks: { model: 'm/x' } }))).toMatchObject({ model: 'm/x' });
  expect(jsonAfter(replyModel, answered({ body, asks: { model: 'm/x', models: ['other'] } }))).toBeUndefined();
  const streamed = answered({ body: stream('a') + done, asks: { model: 'm/y', stream: true } });
  expect(bodyAfter(replyModel, streamed)).toBe(stream('a').replace('m/x', 'm/y') + done);
});

test('entries of the model list get the fields that they lack', () => {
  const list = { object: 'list', data: [{ id: 'm/x', object: 'model', modality: 'image' }, { id: 'm/y' }] };
  const exchange = answered({ path: '/v1/models', body: list });
  const filled = (id: string) => {
    const repair = modelFieldRepairs.find((one) => one.id === id);
    if (repair === undefined) throw new Error(id);
    return (jsonAfter(repair, exchange) as typeof list).data;
  };
  expect(filled('model-modality')).toEqual([list.data[0], { id: 'm/y', modality: 'text' }]);
  expect(filled('model-owned-by')).toMatchObject([{ owned_by: 'unknown' }, { owned_by: 'unknown' }]);
  expect(jsonAfter(modelListObject, exchange)).toBeUndefined();
  expect(jsonAfter(modelListObject, answered({ path: '/v1/models', body: { data: [] } }))).toEqual({
    object: 'list',
    data: [],
  });
});

test('a model that is read alone gets them too, and other answers do not', () => {
  const [repair] = modelFieldRepairs;
  if (repair === undefined) throw new Error('there are repairs of model fields');
  expect(jsonAfter(repair, answered({ path: '/v1/models/m/x', body: { id: 'm/x' } }))).toMatchObject({
    object: 'model',
  });
  expect(jsonAfter(repair, answered({ body: { id: 'c1' } }))).toBeUndefined();
});
