import {
  controlServed,
  defineCheck,
  type Exchange,
  expectAnswer,
  expectRefusal,
  expectThat,
  type Header,
  NotArranged,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { type MediaRoute, submitJob } from '../../support/media-jobs.ts';
import { expectNoUpstreamCall } from '../../support/without-effect.ts';

/** A chat body of exactly so many bytes: padded with blanks, which mean nothing in JSON. */
async function padded(world: World, extraBytes: number, more: readonly Header[] = []) {
  const limit = world.fragments.body_limit_bytes;
  if (limit === undefined) throw new NotArranged('the target names no fragment body_limit_bytes');
  const account = await world.account();
  const model = await account.usableModel();
  const body = JSON.stringify({ model: model.id, messages: hello });
  const rawBody = body.padEnd(limit + extraBytes, ' ');
  const headers = [['Content-Type', 'application/json']] as const;
  controlServed(await account.key.chat(undefined, { headers, rawBody: body }));
  return account.key.chat(undefined, { headers: [...headers, ...more], rawBody });
}

/** A connection that is reset before the answer can be read tells nothing (freedom F024). */
function readable(exchange: Exchange): Exchange {
  if (exchange.response === undefined) throw new NotExercised(`no answer could be read (${exchange.ending})`);
  return exchange;
}

const refused = defineCheck({
  rule: 'limit.body.refused-chat',
  touches: 'gateway',
  ...every(1, 1_000, 500_000),
  cases: 4,
  async decide(world, extraBytes) {
    expectRefusal(world, readable(await padded(world, extraBytes)), 'payload_too_large');
  },
});

const within = defineCheck({
  rule: 'limit.body.within',
  touches: 'gateway',
  ...every<{ extraBytes: number; route?: MediaRoute }>(
    { extraBytes: 0 },
    { extraBytes: -1 },
    { extraBytes: -1_000 },
    { extraBytes: 0, route: 'image' },
    { extraBytes: -1, route: 'transcription' },
  ),
  cases: 5,
  async decide(world, { extraBytes, route }) {
    const exchange = await (route === undefined
      ? padded(world, extraBytes)
      : paddedSubmission(world, route, extraBytes));
    const { status } = expectAnswer(world, exchange);
    expectThat(world, status !== 413, {
      expected: 'a body within the limit not to be too large',
      observed: 'status 413',
      exchanges: [exchange.id],
    });
  },
});

/** A submission of exactly so many bytes. */
async function paddedSubmission(world: World, route: MediaRoute, extraBytes: number) {
  const limit = world.fragments.body_limit_bytes;
  if (limit === undefined) throw new NotArranged('the target names no fragment body_limit_bytes');
  const account = await world.account();
  const model = await mediaModel(account, route);
  await submitJob(account.key, model);
  const rawBody = JSON.stringify({ ...model.inputs, model: model.id }).padEnd(limit + extraBytes, ' ');
  const options = { rawBody, headers: [['Content-Type', 'application/json']] as const };
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
  cases: 4,
  async decide(world, [route, extraBytes]) {
    expectRefusal(world, readable(await paddedSubmission(world, route, extraBytes)), 'payload_too_large');
  },
});

const chunked = defineCheck({
  rule: 'limit.body.chunked',
  touches: 'gateway',
  ...every(1_000, 500_000),
  cases: 2,
  async decide(world, extraBytes) {
    const exchange = await padded(world, extraBytes, [['Transfer-Encoding', 'chunked']]);
    expectRefusal(world, readable(exchange), 'payload_too_large');
  },
});

const withoutEffect = defineCheck({
  rule: 'limit.body.without-effect',
  touches: 'gateway',
  ...every(1, 500_000),
  cases: 2,
  async decide(world, extraBytes) {
    const limit = world.fragments.body_limit_bytes;
    if (limit === undefined) throw new NotArranged('the target names no fragment body_limit_bytes');
    const account = await world.account();
    const model = await account.model();
    const rawBody = JSON.stringify({ model: model.id, messages: hello }).padEnd(limit + extraBytes, ' ');
    controlServed(await account.key.chat({ model: model.id, messages: hello }));
    const refused = await account.key.chat(undefined, { rawBody, headers: [['Content-Type', 'application/json']] });
    await expectNoUpstreamCall(world, { key: account.key, model }, [readable(refused)], 1);
  },
});

export default [refused, within, refusedMedia, chunked, withoutEffect];
