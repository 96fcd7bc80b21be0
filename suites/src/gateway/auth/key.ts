import {
  caution,
  controlAccepted,
  controlServed,
  defineCheck,
  describeAnswer,
  expectRefusal,
  expectStatus,
  expectThat,
  type Header,
  type Key,
  NotArranged,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { namedAsKey } from '../../support/named-as-key.ts';
import { openRestrictions } from '../../support/open-restrictions.ts';
import { expectUnauthorized } from '../../support/refused-at.ts';
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

/** A valid key in the headers that other services take it from. */
const otherHeaders = (secret: string): Readonly<Record<'in another header' | 'in a cookie', readonly Header[]>> => ({
  'in another header': [
    ['X-Api-Key', secret],
    ['Api-Key', secret],
  ],
  'in a cookie': [
    [
      'Cookie',
      Object.entries(namedAsKey(secret))
        .map((pair) => pair.join('='))
        .join('; '),
    ],
  ],
});

/** A plain request, one that another request has been served for under the same Idempotency-Key, and ones with a key where none is asked for. */
const missing = defineCheck({
  rule: 'auth.key.missing',
  ...every('a new request', 'a repeated request', 'in another header', 'in the query', 'in the body', 'in a cookie'),
  async decide(world, which) {
    const account = await world.account();
    const model = await account.servedModel();
    const { secret } = account.key;
    if (which === 'a new request') return expectUnauthorized(world, secret, model, []);
    if (which === 'in another header' || which === 'in a cookie') {
      const headers = otherHeaders(secret)[which];
      await expectUnauthorized(world, secret, model, headers);
      return expectRefusedEverywhere(world, headers, account.key, await modelsOfRoutes(world, account));
    }
    if (model === undefined) throw new NotArranged('no model serves a chat');
    const idempotencyKey = world.unique('key');
    const body = { model: model.id, messages: hello };
    if (which === 'in the query' || which === 'in the body') {
      controlServed(await account.key.chat(body));
      const keys = namedAsKey(secret);
      const asked = await world.send(
        which === 'in the query'
          ? { method: 'POST', path: `/v1/chat/completions?${new URLSearchParams(keys)}`, headers: [], body }
          : { method: 'POST', path: '/v1/chat/completions', headers: [], body: { ...body, ...keys } },
      );
      const { status = 0 } = asked.response ?? {};
      // What such a request is otherwise refused for is not this rule's.
      return expectThat(world, status < 200 || status >= 300, {
        expected: `a request whose key stands ${which} alone to be refused`,
        observed: `status ${status}`,
        exchanges: [asked.id],
      });
    }
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
      await expectUnauthorized(world, account.key.secret, model, [bearer(world.conceal(secret))]);
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
      return expectRefusedEverywhere(world, [bearer(expired.secret)], account.key, models);
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
    await expectRefusedEverywhere(world, [bearer(key.secret)], account.key, models);
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
