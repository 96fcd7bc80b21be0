import { describe, expect, test } from 'vitest';
import { Disturbed, SetupFailed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { type ExchangeSketch, sketchExchange } from '../exchange/exchange.fixture.ts';
import { controlAccepted, controlRefused, controlServed, controlStream } from './control.ts';
import { expectRouteAnswer, expectServed, expectStream } from './expect-served.ts';
import { statingWorld } from './stating-world.fixture.ts';

const ask = { model: 'author/slug', messages: [{ role: 'user', content: 'hi' }] };
const completion = { choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }] };
const chunk = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'hi' } }] })}\n\n`;
const job = { id: 'job_1', object: 'job', state: 'queued' };
const envelope = { error: { code: 'unauthorized', message: 'no key', kind: 'terminal' } };

/** What each route is asked, and what serves it. */
const routes: Readonly<
  Record<string, { readonly request: ExchangeSketch; readonly served: ExchangeSketch; readonly rule: string }>
> = {
  chat: {
    request: { path: '/v1/chat/completions', requestBody: ask },
    served: { body: completion },
    rule: 'chat.response.json',
  },
  stream: {
    request: { path: '/v1/chat/completions', requestBody: { ...ask, stream: true } },
    served: { body: `${chunk}data: [DONE]\n\n` },
    rule: 'stream.answered.as-events',
  },
  image: {
    request: { path: '/v1/images/generations', requestBody: ask },
    served: { status: 202, body: job },
    rule: 'media.create.image',
  },
  transcription: {
    request: { path: '/v1/audio/transcriptions', requestBody: ask },
    served: { status: 202, body: job },
    rule: 'media.create.transcription',
  },
  job: { request: { path: '/v1/jobs/job_1' }, served: { body: job }, rule: 'job.read.found' },
  cancel: {
    request: { method: 'POST', path: '/v1/jobs/job_1/cancel' },
    served: { body: job },
    rule: 'job.cancel.accepted',
  },
  models: {
    request: { path: '/v1/models' },
    served: { body: { object: 'list', data: [] } },
    rule: 'model.list.answered',
  },
  model: {
    request: { path: '/v1/models/a/b' },
    served: { body: { id: 'a/b', modality: 'text' } },
    rule: 'model.get.listed',
  },
};

/** Targets that answer everything alike; the last two never answer. */
const nullAnswers: Readonly<Record<string, ExchangeSketch>> = {
  'an empty object': { status: 200, body: {} },
  'an echo': { status: 200, body: ask },
  'an empty body': { status: 200 },
  '202 with nothing': { status: 202, body: {} },
  '400': { status: 400, body: envelope },
  '401': { status: 401, body: envelope },
  '404': { status: 404, body: envelope },
  '429': { status: 429, body: envelope },
  '500': { status: 500, body: envelope },
  'an envelope under 200': { status: 200, body: envelope },
  'a closed connection': { status: 0, ending: 'cut' },
  'a refused connection': { status: 0, ending: 'refused' },
};

const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

/** What a look at an exchange throws, or would throw were it not disturbed. */
const troubleOf = (run: () => unknown): unknown => {
  const thrown = thrownBy(run);
  return thrown instanceof Disturbed ? thrown.otherwise : thrown;
};

describe.each(Object.entries(routes))('%s', (_, { request, served, rule }) => {
  test('what serves it is served, and counts as one statement', () => {
    const { world, statements } = statingWorld();
    const exchange = sketchExchange({ ...request, ...served });
    expect(expectServed(world, exchange)).toBeTypeOf('object');
    expect(statements()).toBe(1);
    expect(controlServed(exchange)).toBeTypeOf('object');
    controlAccepted(exchange);
  });

  test.each(Object.entries(nullAnswers))('%s does not serve it', (_, answer) => {
    const { world, statements } = statingWorld();
    const exchange = sketchExchange({ ...request, ...answer });
    expect(troubleOf(() => expectRouteAnswer(world, exchange))).toBeInstanceOf(Violation);
    expect(statements()).toBe(1);
    expect(troubleOf(() => controlServed(exchange))).toMatchObject({ prerequisite: rule });
    const isOtherForm = [200, 202].includes(answer.status ?? 0) && answer.body !== envelope;
    const undecided = { name: 'SetupFailed', prerequisite: rule };
    expect(troubleOf(() => expectServed(world, exchange))).toMatchObject(
      isOtherForm ? undecided : { name: 'Violation' },
    );
  });
});

test('a job that carries an error is let in all the same, a bare envelope under 200 is not', () => {
  const canceled = { ...job, state: 'canceled', error: { code: 'canceled', message: 'stopped', kind: 'terminal' } };
  const request = { path: '/v1/jobs/job_1' };
  controlAccepted(sketchExchange({ ...request, body: canceled }));
  expect(() => controlAccepted(sketchExchange({ ...request, body: envelope }))).toThrow(SetupFailed);
});

test('a finding states both halves and names the exchange', () => {
  const { world } = statingWorld();
  const exchange = sketchExchange({ ...routes.chat?.request, id: 'x7', status: 401, body: envelope });
  expect(thrownBy(() => expectServed(world, exchange))).toMatchObject({
    finding: {
      expected: '200 with a chat completion: an object whose `choices` hold at least one object',
      observed: '401 unauthorized ("no key")',
      exchanges: ['x7'],
    },
  });
});

test('an answer of success in another form is the break of the rule that speaks of the form', () => {
  const { world } = statingWorld();
  const glued = sketchExchange({ ...routes.chat?.request, body: `${JSON.stringify(completion)}data: [DONE]` });
  expect(thrownBy(() => expectServed(world, glued))).toMatchObject({ prerequisite: 'chat.response.json' });
  expect(() => expectRouteAnswer(world, glued)).toThrow(Violation);
});

test('a completion that was cut is a disturbance, and otherwise a violation', () => {
  const { world } = statingWorld();
  const exchange = sketchExchange({ ...routes.chat?.request, body: '{"choices":[{', ending: 'cut', trouble: 'reset' });
  expect(thrownBy(() => expectServed(world, exchange))).toMatchObject({
    name: 'Disturbed',
    exchange: 'x1',
    otherwise: { name: 'Violation' },
  });
});

test('a stream with an error chunk is no service, but a stream', () => {
  const { world } = statingWorld();
  const exchange = sketchExchange({
    ...routes.stream?.request,
    body: `${chunk}data: {"error":{}}\n\ndata: [DONE]\n\n`,
  });
  expect(() => expectServed(world, exchange)).toThrow(Violation);
  expect(expectStream(world, exchange)).toMatchObject({ content: 'hi', doneCount: 1 });
  expect(controlStream(exchange).errorChunks).toHaveLength(1);
});

test('a stream that was cut is a disturbance, one that we closed is judged', () => {
  const { world } = statingWorld();
  const stream = { ...routes.stream?.request, body: chunk };
  expect(() => expectStream(world, sketchExchange({ ...stream, ending: 'cut' }))).toThrow(Disturbed);
  expect(expectStream(world, sketchExchange({ ...stream, ending: 'closed' }))).toMatchObject({ content: 'hi' });
});

test('a control of a refusal wants a 4xx with the envelope', () => {
  expect(controlRefused(sketchExchange({ status: 401, body: envelope }), 'auth.key.unknown')).toMatchObject({
    code: 'unauthorized',
  });
  const letIn = thrownBy(() => controlRefused(sketchExchange({ status: 200, body: {} }), 'auth.key.unknown'));
  expect(letIn).toBeInstanceOf(SetupFailed);
  expect(letIn).toMatchObject({ prerequisite: 'auth.key.unknown' });
});
