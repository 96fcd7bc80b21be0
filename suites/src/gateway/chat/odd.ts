import { controlServed, defineCheck, expectThat, type Header, mediaTypeOf, type World } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { type Encoding, encodingNames, encodings, isEncoding } from '../../support/encodings.ts';
import { every } from '../../support/every.ts';
import { any4xx, badOrUnavailable, expectServedOrRefused, only400 } from '../../support/expect-no-server-error.ts';
import { inFields } from '../../support/field-words.ts';

interface OddRow {
  readonly rule: string;
  readonly what: string;
  /** What the bodies have besides; `svc` stands for the service's own field. */
  readonly bodies: readonly object[];
  readonly allowed: (status: number) => boolean;
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** Stands for a number that JSON can spell and no double holds; `JSON.stringify` spells none. */
const beyondDoubles = '1e400';
const textOf = (body: object): string => JSON.stringify(body).replaceAll(JSON.stringify(beyondDoubles), beyondDoubles);

const rows: readonly OddRow[] = [
  {
    rule: 'chat.odd.messages',
    what: 'a body with malformed or no messages',
    bodies: [
      { messages: [] },
      { messages: [7] },
      { messages: [null] },
      { messages: [{}] },
      { messages: [{ role: 'user' }] },
      { messages: [{ role: 7, content: {} }] },
      { messages: [{ role: 'nobody', content: 'hello' }] },
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }] },
      { messages: [{ role: 'user', content: null }] },
      { messages: [[]] },
      // Half a surrogate pair, which JSON can escape and UTF-8 can't hold.
      { messages: [{ role: 'user', content: 'half \ud83d' }] },
      { messages: [{ role: 'user', content: 'hello', x_deep: deep(200) }] },
    ],
    allowed: badOrUnavailable,
  },
  {
    rule: 'chat.odd.tools',
    what: 'a body with malformed tools',
    bodies: [
      { tools: [] },
      { tools: [7] },
      { tools: [{}] },
      { tools: [{ type: 'function' }] },
      { tools: [{ type: 'x', function: 7 }] },
    ],
    allowed: any4xx,
  },
  {
    rule: 'chat.odd.unknown-key',
    what: 'a body with a key that the contract does not list',
    bodies: [
      { n: 1 },
      { logprobs: true },
      { stream_options: { include_usage: true } },
      { x_gateproof: { deep: [1] } },
      { __proto: 1 },
      JSON.parse('{"__proto__":{"stream":true}}') as object,
      { x_gateproof: { stream: true } },
    ],
    allowed: badOrUnavailable,
  },
  {
    rule: 'chat.odd.provider-key',
    what: 'a provider object with an unknown key',
    bodies: [{ provider: { x_gateproof: true } }, { provider: { x_gateproof: { deep: [1] } } }],
    allowed: badOrUnavailable,
  },
  {
    rule: 'chat.odd.svc-key',
    what: 'a service object with an unknown key',
    bodies: [{ svc: { x_gateproof: { deep: [1] } } }],
    allowed: badOrUnavailable,
  },
  {
    rule: 'chat.odd.out-of-range',
    what: 'a number outside its sensible range',
    bodies: [
      { max_tokens: 0 },
      { max_tokens: -1 },
      { max_tokens: 1e15 },
      { max_tokens: 1e19 },
      { temperature: 9 },
      { temperature: -1 },
      { max_completion_tokens: -5 },
      { max_tokens: beyondDoubles },
      { temperature: beyondDoubles },
    ],
    allowed: badOrUnavailable,
  },
  {
    rule: 'chat.odd.null',
    what: 'an optional field given as null',
    bodies: [
      'models',
      'max_tokens',
      'max_completion_tokens',
      'temperature',
      'tools',
      'response_format',
      'provider',
      'stream',
      'svc',
    ].map((field) => ({ [field]: null })),
    allowed: only400,
  },
];

interface Odd {
  readonly more: object;
  /** A gateway that compares bodies reads every value. */
  readonly isUnderKey: boolean;
}

/** The fields under the names that the target has for them. */
function renamed(more: object, { prefix }: World): object {
  const { svc, ...others } = more as { readonly svc?: unknown };
  return 'svc' in more ? { ...others, [serviceNames(prefix).requestField]: svc } : more;
}

const bodies = rows.map(({ rule, what, bodies: given, allowed }) =>
  defineCheck({
    rule,
    ...every<Odd>(...given.map((more, row) => ({ more, isUnderKey: row % 2 === 1 }))),
    describe: ({ more, isUnderKey }) => inFields(more) + (isUnderKey ? ', under an Idempotency-Key' : ''),
    async decide(world, { more, isUnderKey }) {
      const account = await world.account();
      const model = await account.usableModel();
      controlServed(await account.key.chat({ model: model.id, messages: hello }));
      const odd = { model: model.id, messages: hello, ...renamed(more, world) };
      const options = isUnderKey && world.claims('idempotency') ? { idempotencyKey: world.unique('key') } : {};
      const headers: readonly Header[] = [['Content-Type', 'application/json']];
      const exchange = await account.key.chat(undefined, { ...options, headers, rawBody: textOf(odd) });
      expectServedOrRefused(world, exchange, what, allowed);
      expectThat(world, mediaTypeOf(exchange) !== 'text/event-stream', {
        expected: `${what} not to be streamed, because no stream was asked for`,
        observed: 'server-sent events',
        exchanges: [exchange.id],
      });
    },
  }),
);

const contentType = defineCheck({
  rule: 'chat.odd.content-type',
  ...every<Encoding | (string & {})>(
    ...encodingNames,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'nonsense',
    'application/json; charset=klingon',
    '',
  ),
  async decide(world, type) {
    const account = await world.account();
    const model = await account.usableModel();
    const body = { model: model.id, messages: hello };
    controlServed(await account.key.chat(body));
    if (isEncoding(type)) {
      const rawBody = encodings[type](JSON.stringify({ ...body, messages: [{ role: 'user', content: 'hello' }] }));
      const exchange = await account.key.chat(undefined, { headers: [['Content-Type', 'application/json']], rawBody });
      return expectServedOrRefused(world, exchange, `a body ${type}`, any4xx);
    }
    const headers: readonly Header[] = type === '' ? [] : [['Content-Type', type]];
    const exchange = await account.key.chat(undefined, { headers, rawBody: JSON.stringify(body) });
    expectServedOrRefused(world, exchange, `a body under the content type ${type === '' ? '(none)' : type}`, any4xx);
  },
});

export default [...bodies, contentType];
