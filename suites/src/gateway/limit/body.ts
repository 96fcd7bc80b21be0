import {
  type Account,
  caution,
  controlAnswer,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectThat,
  type Header,
  type Model,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { fragmentOf } from '../../support/fragment-of.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob, untilFinal } from '../../support/media-jobs.ts';
import { controlRefusedAs, expectNoUpstreamCall } from '../../support/without-effect.ts';

/** Padded with blanks, which mean nothing in JSON. The names of models and inputs may hold characters of several bytes. */
const paddedTo = (bytes: number, body: string) => body + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(body)));

/** A chat body of exactly so many bytes. */
async function padded(world: World, extraBytes: number, more: readonly Header[] = []) {
  const limit = fragmentOf(world, 'body_limit_bytes');
  const account = await world.account();
  const model = await account.usableModel();
  const body = JSON.stringify({ model: model.id, messages: hello });
  const rawBody = paddedTo(limit + extraBytes, body);
  const headers = [['Content-Type', 'application/json']] as const;
  controlServed(await account.key.chat(undefined, { headers, rawBody: body }));
  return account.key.chat(undefined, { headers: [...headers, ...more], rawBody });
}

const refused = defineCheck({
  rule: 'limit.body.refused-chat',
  touches: 'gateway',
  ...every<number | 'few characters'>(1, 1_000, 500_000, 'few characters'),
  cases: 5,
  describe: (extra) => (typeof extra === 'number' ? `${extra} bytes more than the limit` : extra),
  async decide(world, extraBytes) {
    if (extraBytes !== 'few characters') return expectTooLarge(world, await padded(world, extraBytes));
    const exchange = await fewCharacters(world);
    // The conversation may be too long as well (freedom F042).
    if (exchange.response?.status === 400) throw new NotExercised('the request was refused for something else');
    expectTooLarge(world, exchange);
  },
});

/** A body of more bytes than the limit, but not of as many characters. */
async function fewCharacters(world: World): Promise<Exchange> {
  const limit = fragmentOf(world, 'body_limit_bytes');
  const account = await world.account();
  const model = await account.usableModel();
  controlServed(await account.key.chat({ model: model.id, messages: hello }));
  const content = 'é'.repeat(Math.ceil(limit / 2) + 500);
  return account.key.chat({ model: model.id, messages: [{ role: 'user', content }] });
}

/** A connection that is reset before the answer can be read is one that freedom F024 warns about. */
function expectTooLarge(world: World, exchange: Exchange): void {
  if (exchange.response === undefined && exchange.ending === 'cut') {
    const expected = 'a refusal with 413 payload_too_large';
    caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
  }
  expectRefusal(world, exchange, 'payload_too_large');
}

const within = defineCheck({
  rule: 'limit.body.within',
  touches: 'gateway',
  ...every<{ extraBytes: number; route?: MediaRoute; chunked?: boolean }>(
    { extraBytes: 0 },
    { extraBytes: 0, chunked: true },
    { extraBytes: -1 },
    { extraBytes: -1_000 },
    { extraBytes: 0, route: 'image' },
    { extraBytes: -1, route: 'transcription' },
  ),
  async decide(world, { extraBytes, route, chunked: isChunked }) {
    const exchange = await (route === undefined
      ? padded(world, extraBytes, isChunked === true ? [['Transfer-Encoding', 'chunked']] : [])
      : paddedSubmission(world, route, extraBytes));
    // Who asks for the length of every body may close the connection while a body without one is still being sent.
    if (isChunked === true && exchange.response === undefined && exchange.ending === 'cut')
      throw new NotExercised('the connection was closed before the body was read');
    const { status } = controlAnswer(exchange);
    expectThat(world, status !== 413, {
      expected: `a body of ${exchange.request.body.length} bytes, within the limit, not to be too large`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  },
});

/** A submission of exactly so many bytes. */
async function paddedSubmission(world: World, route: MediaRoute, extraBytes: number, more: readonly Header[] = []) {
  const limit = fragmentOf(world, 'body_limit_bytes');
  const account = await world.account();
  const model = await mediaModel(account, route);
  await submitJob(account.key, model);
  const rawBody = paddedTo(limit + extraBytes, JSON.stringify({ ...model.inputs, model: model.id }));
  const options = { rawBody, headers: [['Content-Type', 'application/json'] as const, ...more] };
  return route === 'image' ? account.key.image(undefined, options) : account.key.transcription(undefined, options);
}

const refusedMedia = defineCheck({
  rule: 'limit.body.refused-media',
  touches: 'gateway',
  ...every<readonly [MediaRoute, number]>(
    ['image', 1],
    ['transcription', 1],
    ['image', 500_000],
    ['transcription', 500_000],
  ),
  async decide(world, [route, extraBytes]) {
    expectTooLarge(world, await paddedSubmission(world, route, extraBytes));
  },
});

const chunked = defineCheck({
  rule: 'limit.body.chunked',
  touches: 'gateway',
  ...every<readonly [number, MediaRoute?]>([1_000], [500_000], [1_000, 'image'], [1_000, 'transcription']),
  describe: ([extra, route = 'chat']) => `${route}, ${extra} bytes more than the limit`,
  async decide(world, [extraBytes, route]) {
    if (route !== undefined && !world.claims('jobs')) throw new NotArranged('the target runs no jobs');
    const inPieces: readonly Header[] = [['Transfer-Encoding', 'chunked']];
    const exchange = await (route === undefined
      ? padded(world, extraBytes, inPieces)
      : paddedSubmission(world, route, extraBytes, inPieces));
    // HTTP lets a server ask for the length of every body; the contract does not speak of it.
    if (exchange.response?.status === 411) {
      const expected = 'a refusal with 413 payload_too_large';
      return caution(world, { expected, observed: describeAnswer(exchange), exchanges: [exchange.id] });
    }
    expectTooLarge(world, exchange);
  },
});

/** A request that is too large, of each kind. */
const kinds = ['a chat', 'a stream', 'image', 'transcription'] as const;

const withoutEffect = defineCheck({
  rule: 'limit.body.without-effect',
  touches: 'gateway',
  ...every<readonly [(typeof kinds)[number], number]>(
    ['a chat', 1],
    ['a stream', 1],
    ['image', 1],
    ['transcription', 1],
    ['a chat', 500_000],
  ),
  async decide(world, [kind, extraBytes]) {
    const limit = fragmentOf(world, 'body_limit_bytes');
    const account = await world.account();
    if (kind === 'image' || kind === 'transcription') return expectNoJob(world, account, kind, extraBytes);
    const model = await account.model();
    const stream = kind === 'a stream' ? { stream: true } : {};
    const rawBody = paddedTo(limit + extraBytes, JSON.stringify({ model: model.id, messages: hello, ...stream }));
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const refused = await account.key.chat(undefined, { rawBody, headers: [['Content-Type', 'application/json']] });
    // Whatever became of the answer (freedom F024), nothing may have been run.
    if (refused.response !== undefined)
      return expectNoUpstreamCall(world, { key: account.key, model }, [refused], { servedBefore: 1 });
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    expectCalls(world, model, 'two requests that were small enough', refused);
  },
});

/** A job that runs through marks a moment at which a call for the refused one would have been seen. */
async function expectNoJob(world: World, account: Account, route: MediaRoute, extraBytes: number): Promise<void> {
  const limit = fragmentOf(world, 'body_limit_bytes');
  const model = await mediaModel(account, route);
  const run = async () =>
    untilFinal(world, account.key, (await submitJob(account.key, model)).id, 'job.outcome.succeeded');
  await run();
  const rawBody = paddedTo(limit + extraBytes, JSON.stringify({ ...model.inputs, model: model.id }));
  const refused = await account.key[route](undefined, { rawBody, headers: [['Content-Type', 'application/json']] });
  if (refused.response !== undefined) controlRefusedAs(refused, { status: 413, rule: 'limit.body.refused-media' });
  await run();
  expectCalls(world, model, 'two jobs whose bodies were small enough', refused);
}

function expectCalls(world: World, model: Model, letIn: string, refused: Exchange): void {
  const calls = model.upstreams.flatMap((upstream) => upstream.calls()).length;
  expectThat(world, calls === 2, {
    expected: `two calls of the endpoint, for the ${letIn}`,
    observed: `${calls} calls`,
    exchanges: [refused.id],
  });
}

export default [refused, within, refusedMedia, chunked, withoutEffect];
