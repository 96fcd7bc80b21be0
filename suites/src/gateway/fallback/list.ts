import {
  type Account,
  besideControl,
  codeOf,
  controlServed,
  controlThat,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectThat,
  type World,
} from '@gateproof/harness';
import { errorTable } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import {
  askWithFallbacks,
  broken,
  controlReplaced,
  expectAnsweredBy,
  models,
  serving,
} from '../../support/fallbacks.ts';
import { streamWords } from '../../support/field-words.ts';
import { failing, mediaModel, serverError } from '../../support/held-jobs.ts';
import { jobOf, type MediaRoute, readUntilEnd, sendSubmission, submitJob } from '../../support/media-jobs.ts';

/** Served by a listed model, or refused with one of the codes. */
function expectServedOr(world: World, exchange: Exchange, what: string, codes: readonly string[]): void {
  const isServed = exchange.response?.status === 200 || jobOf(exchange) !== undefined;
  const isRefused = codes.map(statusOf).includes(exchange.response?.status);
  controlThat(!isRefused || codeOf(exchange) !== undefined, 'the refusal has no code', 'error.envelope.object');
  expectThat(world, isServed || (isRefused && codes.some((code) => code === codeOf(exchange))), {
    expected: `${what} to be served by a listed model, or refused with ${codes.map((code) => `${statusOf(code)} ${code}`).join(' or ')}`,
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
}

function statusOf(code: string): number | null | undefined {
  return errorTable.get(code)?.status;
}

/** As `expectServedOr`; where the first model fails, its plain replacement by a list of one model must work for a break to count. */
function expectServedAfter(
  world: World,
  account: Account,
  {
    exchange,
    what,
    codes,
    firstFails,
  }: Readonly<{ exchange: Exchange; what: string; codes: readonly string[]; firstFails: boolean }>,
): Promise<void> {
  const plain = firstFails ? () => controlReplaced(account, { kind: 'status', status: 502 }) : () => Promise.resolve();
  return besideControl(() => expectServedOr(world, exchange, what, codes), plain);
}

const empty = defineCheck({
  rule: 'fallback.list.empty',
  ...every<'chat' | 'stream' | MediaRoute>('chat', 'stream', 'image', 'transcription'),
  async decide(world, what) {
    const account = await world.account();
    if (what === 'image' || what === 'transcription') {
      const media = await mediaModel(account, what);
      await submitJob(account.key, media);
      return expectServedOr(world, await sendSubmission(account.key, media, { models: [] }), 'an empty list', [
        'invalid_request',
      ]);
    }
    const model = await account.usableModel();
    const body = { model: model.id, messages: hello, stream: what === 'stream' };
    controlServed(await account.key.chat(body));
    expectServedOr(world, await account.key.chat({ ...body, models: [] }), 'an empty list', ['invalid_request']);
  },
});

/** A list that names a model which the request names already; `namesTwice`: which one, of the requested one and the other. */
function repeating(rule: string, what: string, codes: readonly string[], namesTwice: 0 | 1) {
  return defineCheck({
    rule,
    ...every<boolean | 'stream' | MediaRoute>(false, true, 'stream', 'image', 'transcription'),
    describe: (how) => (typeof how === 'string' ? how : `the requested model ${how ? 'fails' : 'serves'}`),
    async decide(world, how) {
      const account = await world.account();
      if (how === 'image' || how === 'transcription') {
        const [media, other] = [await mediaModel(account, how), await mediaModel(account, how)];
        await submitJob(account.key, media);
        const list = { models: [[media, other][namesTwice]?.id, other.id] };
        return expectServedOr(world, await sendSubmission(account.key, media, list), what, codes);
      }
      const [firstFails, stream] = [how === true, how === 'stream'];
      const all = await models(account, [firstFails ? broken : serving(0), serving(1)]);
      const list = [all[namesTwice]?.id, all[1]?.id];
      const exchange = await account.key.chat({ model: all[0]?.id, models: list, messages: hello, stream });
      await expectServedAfter(world, account, { exchange, what, codes, firstFails });
    },
  });
}

const badOrUnsupported = ['invalid_request', 'unsupported_capability'];
const duplicates = repeating('fallback.list.duplicates', 'a list that names a model twice', badOrUnsupported, 1);
const sameAgain = 'a list that repeats the requested model';
const requestedModel = repeating('fallback.list.requested-model', sameAgain, ['invalid_request'], 0);

const unknownEntry = defineCheck({
  rule: 'fallback.list.unknown-entry',
  ...every<boolean | MediaRoute>(false, true, 'image', 'transcription'),
  describe: (how) => (typeof how === 'string' ? how : `chat, the requested model ${how ? 'fails' : 'serves'}`),
  async decide(world, how) {
    const account = await world.account();
    const unknown = world.unique('gateproof/no-such-model');
    const codes = ['no_endpoint_available', 'invalid_request'] as const;
    const what = 'a list with an unknown entry';
    if (typeof how === 'string') {
      const [media, other] = [await mediaModel(account, how), await mediaModel(account, how)];
      await submitJob(account.key, media);
      const exchange = await sendSubmission(account.key, media, { models: [unknown, other.id] });
      return expectServedOr(world, exchange, what, codes);
    }
    const [first, second] = await models(account, [how ? broken : serving(0), serving(1)]);
    const exchange = await account.key.chat({ model: first?.id, models: [unknown, second?.id], messages: hello });
    await expectServedAfter(world, account, { exchange, what, codes, firstFails: how });
  },
});

const allUnknown = defineCheck({
  rule: 'fallback.list.all-unknown',
  input: fc.integer({ min: 1, max: 5 }),
  cases: 4,
  describe: (count) => `a list of ${count}`,
  async decide(world, count) {
    const account = await world.account();
    const usable = await account.usableModel();
    controlServed(await account.key.chat({ model: usable.id, messages: hello }));
    const list = Array.from({ length: count }, () => world.unique('gateproof/no-such-model'));
    const model = world.unique('gateproof/no-such-model');
    expectRefusal(world, await account.key.chat({ model, models: list, messages: hello }), 'no_endpoint_available');
  },
});

const unknownFirst = defineCheck({
  rule: 'fallback.list.unknown-first',
  ...every<boolean | MediaRoute>(false, true, 'image', 'transcription'),
  describe: (how) => (typeof how === 'string' ? how : `chat ${streamWords(how)}`),
  async decide(world, how) {
    const account = await world.account();
    const model = world.unique('gateproof/no-such-model');
    const what = 'an unknown model with a usable fallback model';
    if (typeof how === 'string') {
      const media = await mediaModel(account, how);
      await submitJob(account.key, media);
      const exchange = await sendSubmission(account.key, media, { model, models: [media.id] });
      return expectServedOr(world, exchange, what, ['no_endpoint_available']);
    }
    const fallback = await account.usableModel();
    const asked = { messages: hello, stream: how };
    const exchange = await account.key.chat({ ...asked, model, models: [fallback.id] });
    await besideControl(
      () => expectServedOr(world, exchange, what, ['no_endpoint_available']),
      async () => controlServed(await account.key.chat({ ...asked, model: fallback.id })),
    );
  },
});

/** Where in the list the forbidden model stands, and whether those before it fail. */
const forbiddenRows = [
  { place: 1, fails: false, stream: false },
  { place: 1, fails: true, stream: false },
  { place: 2, fails: true, stream: false },
  { place: 1, fails: true, stream: true },
];

const forbiddenEntry = defineCheck({
  rule: 'fallback.list.forbidden-entry',
  mayLeaveUnasked: true,
  ...every<(typeof forbiddenRows)[number] | MediaRoute>('image', ...forbiddenRows, 'transcription'),
  cases: 6,
  async decide(world, row) {
    const account = await world.account();
    if (typeof row === 'string') return forbiddenForJobs(world, account, row);
    const { place, fails, stream } = row;
    const scripts = Array.from({ length: 4 }, (_, index) => (fails && index < place ? broken : serving(index)));
    const all = await models(account, scripts);
    const forbidden = all[place];
    const key = await account.newKey({ models: all.filter((one) => one !== forbidden).map(({ id }) => id) });
    const exchange = await askWithFallbacks(key, all, { stream });
    expectThat(world, forbidden?.upstreams[0]?.calls().length === 0, {
      expected: "a fallback model outside the key's set never to be asked",
      observed: 'it was asked',
      exchanges: [exchange.id],
    });
    // With which code it is refused, if it is, is for other rules.
    if (exchange.response?.status === 200) expectAnsweredBy(world, exchange, fails ? place + 1 : 0, all.length);
  },
});

/** The first model of the job fails, and only the second, which is forbidden, could serve. */
async function forbiddenForJobs(world: World, account: Account, route: MediaRoute): Promise<void> {
  const first = await mediaModel(account, route, [failing(serverError)]);
  const forbidden = await mediaModel(account, route);
  const key = await account.newKey({ models: [first.id] });
  const exchange = await sendSubmission(key, first, { models: [forbidden.id] });
  const job = jobOf(exchange);
  if (job !== undefined) await readUntilEnd(world, account, String(job.id));
  expectThat(world, forbidden.upstreams[0]?.calls().length === 0, {
    expected: "a fallback model outside the key's set never to be asked",
    observed: 'it was asked',
    exchanges: [exchange.id],
  });
}

export default [empty, duplicates, requestedModel, unknownEntry, allUnknown, unknownFirst, forbiddenEntry];
