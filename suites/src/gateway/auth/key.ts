import {
  type Account,
  caution,
  controlAccepted,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectRefusal,
  expectStatus,
  type Header,
  inCase,
  type Key,
  type Model,
  NotArranged,
  type RequestOptions,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { namedAsKey } from '../../support/named-as-key.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { controlKey, expectUnauthorized } from '../../support/refused-at.ts';
import { expectRefusedEverywhere, modelsOfRoutes } from '../../support/refused-everywhere.ts';
import { bearer, type RouteName, requestTo } from '../../support/routes.ts';
import { expectServedTo } from '../../support/served-to.ts';

/** The status alone: what a refusal says is for other rules. */
const required = defineCheck({
  rule: 'auth.key.required',
  ...every<readonly [RouteName, 'missing' | 'unknown']>(
    ['chat', 'missing'],
    ['model-list', 'unknown'],
    ['chat', 'unknown'],
    ['model-list', 'missing'],
  ),
  async decide(world, [route, key]) {
    const account = await world.account();
    const model = await account.usableModel();
    controlAccepted(await world.send(requestTo(route, model, [bearer(account.key.secret)])));
    const headers = key === 'missing' ? [] : [bearer(world.unique('sk-unknown'))];
    expectStatus(world, await world.send(requestTo(route, model, headers)), 401);
  },
});

/** Places where other services take a key from. */
const places = ['in another header', 'in a cookie', 'in the query', 'in the body'] as const;
type Place = (typeof places)[number];

const isPlace = (which: string): which is Place => places.some((place) => place === which);

/** A chat, or a read of the list where no model serves one, with the secret in the place alone. */
function requestWithKeyAt(place: Place, secret: string, model: Model | undefined): RequestOptions {
  const named = namedAsKey(secret);
  const headers = place === 'in another header' || place === 'in a cookie' ? otherHeaders(place, secret) : [];
  const query = place === 'in the query' ? `?${new URLSearchParams(named)}` : '';
  if (model === undefined) return { path: `/v1/models${query}`, headers };
  const body = { model: model.id, messages: hello, ...(place === 'in the body' ? named : {}) };
  return { method: 'POST', path: `/v1/chat/completions${query}`, headers, body };
}

function otherHeaders(place: 'in another header' | 'in a cookie', secret: string): readonly Header[] {
  if (place === 'in a cookie')
    return [
      [
        'Cookie',
        Object.entries(namedAsKey(secret))
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      ],
    ];
  return [
    ['X-Api-Key', secret],
    ['Api-Key', secret],
  ];
}

/** A request without a valid key is refused, wherever the key stands. A valid one in another place than its header is refused as well, or taken, which warns (freedom F160). */
async function expectPlaceRefused(world: World, account: Account, place: Place): Promise<void> {
  const model = await account.servedModel();
  if (model === undefined && place === 'in the body') throw new NotArranged('no model serves a chat');
  await controlKey(account.key, model);
  const nobodys = world.unique('sk-unknown');
  await inCase(`a key that nobody was given, ${place}`, async () => {
    await expectNotTaken(world, place, await world.send(requestWithKeyAt(place, nobodys, model)));
    if (place === 'in the query' || place === 'in the body') return;
    const key = { words: `a key that nobody was given, ${place}`, headers: otherHeaders(place, nobodys) };
    await expectRefusedEverywhere(world, key, account.key, await modelsOfRoutes(world, account));
  });
  await inCase(`a valid key ${place}`, async () => {
    const exchange = await world.send(requestWithKeyAt(place, account.key.secret, model));
    if (isAccepted(exchange))
      caution(world, {
        expected: 'a refusal with 401 unauthorized, because the key is not in its Authorization header',
        observed: describeAnswer(exchange),
        exchanges: [exchange.id],
      });
    await expectNotTaken(world, place, exchange);
  });
}

/** What a request with further fields is otherwise refused for is not this rule's. */
async function expectNotTaken(world: World, place: Place, exchange: Exchange): Promise<void> {
  if ((place === 'in the query' || place === 'in the body') && !isAccepted(exchange)) return world.stated();
  expectRefusal(world, exchange, 'unauthorized');
}

function isAccepted({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** A plain request, one that another request has been served for under the same Idempotency-Key, and ones with a key where none is asked for. */
const missing = defineCheck({
  rule: 'auth.key.missing',
  ...every('a new request', 'a repeated request', ...places),
  async decide(world, which) {
    const account = await world.account();
    if (isPlace(which)) return expectPlaceRefused(world, account, which);
    const model = await account.servedModel();
    const { secret } = account.key;
    if (which === 'a new request') return expectUnauthorized(world, secret, model, []);
    if (model === undefined) throw new NotArranged('no model serves a chat');
    const idempotencyKey = world.unique('key');
    const body = { model: model.id, messages: hello };
    controlServed(await account.key.chat(body, { idempotencyKey }));
    const headers = [['Idempotency-Key', idempotencyKey]] as const;
    const exchange = await world.send({ method: 'POST', path: '/v1/chat/completions', headers, body });
    expectRefusal(world, exchange, 'unauthorized');
  },
});

/** Characters that headers hold as bytes above 0x7F. */
const beyondAscii = 'sk-schlüssel-漢字';

/** Keys that nobody was ever given, in the shapes that a careless look-up lets through. */
const unknownKeys = fc.oneof(
  fc.constantFrom(
    'sk-unknown',
    'null',
    'undefined',
    'test',
    '0',
    'true',
    '*',
    "' or '1'='1",
    '../admin',
    '__proto__',
    'constructor',
    '%',
    'sk-%',
    'k'.repeat(2_000),
  ),
  fc.stringMatching(/^sk-[a-z0-9]{32}$/),
);

const unknown = defineCheck({
  rule: 'auth.key.unknown',
  input: fc.record({ secret: unknownKeys, stream: fc.boolean() }),
  examples: [
    { secret: 'sk-unknown', stream: false },
    { secret: 'sk-unknown', stream: true },
    { secret: 'k'.repeat(2_000), stream: false },
    { secret: '%', stream: false },
    { secret: beyondAscii, stream: false },
  ],
  cases: 13,
  async decide(world, { secret, stream }) {
    const account = await world.account();
    const model = await account.servedModel();
    if (secret === beyondAscii) return expectBytesRefused(world, account.key, secret);
    await expectUnauthorized(world, account.key.secret, model, [bearer(secret)], stream ? { stream } : {});
  },
});

/** Who reads headers as ASCII alone may refuse these bytes before any key is looked for. */
async function expectBytesRefused(world: World, valid: Key, secret: string): Promise<void> {
  controlServed(await valid.models());
  const exchange = await world.send({ path: '/v1/models', headers: [bearer(secret)] });
  const finding = { expected: '401 unauthorized', observed: describeAnswer(exchange), exchanges: [exchange.id] };
  if (exchange.response?.status === 400) caution(world, finding);
  expectStatus(world, exchange, 401);
}

/** Ways to be one character away from a valid key. A look-up by prefix, without regard to case or by length alone lets one of them in. */
const nearMisses = {
  'last character left out': (secret: string) => secret.slice(0, -1),
  'one character added': (secret: string) => `${secret}x`,
  'first character left out': (secret: string) => secret.slice(1),
  'one character put in front': (secret: string) => `x${secret}`,
  'last character changed': (secret: string) => secret.slice(0, -1) + another(secret.at(-1)),
  'last character as a pattern': (secret: string) => `${secret.slice(0, -1)}_`,
  'first character changed': (secret: string) => another(secret.at(0)) + secret.slice(1),
  'a character within changed': (secret: string) => {
    const middle = Math.floor(secret.length / 2);
    return secret.slice(0, middle) + another(secret.at(middle)) + secret.slice(middle + 1);
  },
  'letter case of the last letter changed': (secret: string) =>
    secret.replace(/[a-zA-Z](?=[^a-zA-Z]*$)/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
};

function another(character: string | undefined): string {
  return character === 'a' ? 'b' : 'a';
}

const nearMissNames = Object.keys(nearMisses) as (keyof typeof nearMisses)[];

const nearMiss = defineCheck({
  rule: 'auth.key.near-miss',
  input: fc.shuffledSubarray(nearMissNames, { minLength: nearMissNames.length }),
  cases: 2,
  async decide(world, ways) {
    const account = await world.account();
    const model = await account.servedModel();
    for (const way of ways) {
      const secret = nearMisses[way](account.key.secret);
      if (secret === account.key.secret) continue;
      await inCase(way, () => expectUnauthorized(world, account.key.secret, model, [bearer(world.conceal(secret))]));
    }
  },
});

/** How long a key has been expired that was so from the beginning. */
const longAgoMs = 365 * 86_400_000;
const lifetimeMs = 60_000;
/** What the moment itself may be off by. */
const marginMs = 2_000;

/** Expired long ago, and expired a moment ago after it had been good; on every route. */
const expired = defineCheck({
  rule: 'auth.key.expired',
  ...every('long ago', 'a moment ago', 'long ago, among others'),
  async decide(world, when) {
    const account = await world.account();
    const models = await modelsOfRoutes(world, account);
    const text = await account.usableModel();
    if (when === 'long ago') {
      const expired = await account.expiredKey();
      await expectUnauthorized(world, account.key.secret, text, [bearer(expired.secret)]);
      return expectRefusedEverywhere(
        world,
        { words: 'an expired key', headers: [bearer(expired.secret)] },
        account.key,
        models,
      );
    }
    if (when === 'long ago, among others') {
      const expired = await account.newKey({
        ...(await openRestrictions(world, account)),
        models: [text.id],
        expires_at: new Date((await account.now()) - longAgoMs).toISOString(),
      });
      return void (await expectUnauthorized(world, account.key.secret, text, [bearer(expired.secret)]));
    }
    if (!world.has('clock')) throw new NotArranged('the clock can not be moved');
    const expiresAt = new Date((await account.now()) + lifetimeMs).toISOString();
    const key = await account.newKey({ expires_at: expiresAt });
    controlServed(await key.chat({ model: text.id, messages: hello }));
    await account.advance(lifetimeMs + world.keyPropagationMs + marginMs);
    // What remembers keys for a while may go by the time of day.
    if (world.keyPropagationMs > 0) await world.pause(world.keyPropagationMs);
    controlServed(await account.key.chat({ model: text.id, messages: hello }));
    await expectRefusedEverywhere(
      world,
      { words: 'an expired key', headers: [bearer(key.secret)] },
      account.key,
      models,
    );
  },
});

/** Far enough before the moment that neither the request's own duration nor the rounding of a clock matters. */
const earlyByMs = 30_000;

const beforeExpiry = defineCheck({
  rule: 'auth.key.before-expiry',
  ...every(60_000, 3_600_000, 86_400_000, 40 * 86_400_000),
  describe: (lifetimeMs) => `a key that lives ${lifetimeMs / 1_000} s`,
  async decide(world, lifetimeMs) {
    const account = await world.account();
    const model = await account.usableModel();
    const expiresAt = new Date((await account.now()) + lifetimeMs).toISOString();
    const key = await account.newKey({ expires_at: expiresAt });
    await account.advance(lifetimeMs - earlyByMs);
    await expectServedTo(world, key, account.key, (by) => by.chat({ model: model.id, messages: hello }));
  },
});

export default [required, missing, unknown, nearMiss, expired, beforeExpiry];
