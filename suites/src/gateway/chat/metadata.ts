import {
  controlServed,
  controlThat,
  defineCheck,
  expectThat,
  type Header,
  isObject,
  jsonOf,
  NotArranged,
  objectOf,
  script,
  streamOf,
  turn,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello, helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectServedOrRefused, only400 } from '../../support/expect-no-server-error.ts';
import { broken } from '../../support/fallbacks.ts';
import { offering } from '../../support/offered-tools.ts';
import { shown } from '../../support/standing-table.ts';

/** The rule that says that such a request is served. */
const servedBy: ReadonlyMap<string, string> = new Map([
  ['after a fallback', 'fallback.cause.server-error'],
  ['with a tool called', 'chat.relay.tool-calls'],
]);

/** An endpoint that calls a tool and says nothing else. */
const calling = script(
  turn({ kind: 'chat', tokens: [], toolCalls: [{ id: 'call_1', name: 'lookup', arguments: '{}' }] }),
);

/** What the request holds besides; a model that is not ours may know neither tools nor formats. */
function moreOf(request: string, isOurs: boolean): object {
  if (request === 'with stream false') return { stream: false };
  if ((request === 'with tools' || request === 'with a tool called') && isOurs) return { tools: offering('lookup') };
  if (request === 'in JSON' && isOurs) return { messages: helloInJson, response_format: { type: 'json_object' } };
  return {};
}

const enabled = defineCheck({
  rule: 'chat.metadata.enabled',
  ...every(
    'plain',
    'after a fallback',
    'with a tool called',
    'by a restricted key',
    'with tools',
    'under a key',
    'with a list',
    'with stream false',
    'in JSON',
    'in capitals',
  ),
  async decide(world, request) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const name = names.metadataHeader;
    const headers = [[request === 'in capitals' ? name.toUpperCase() : name, 'enabled']] as const;
    const isOurs = world.has('models') && world.has('upstreams');
    const model = await (isOurs
      ? account.model(request === 'with a tool called' ? { upstreams: [calling] } : undefined)
      : account.usableModel());
    const more = moreOf(request, isOurs);
    const hasList = request === 'with a list' || request === 'after a fallback';
    if (hasList && !isOurs) throw new NotArranged('no models can be made');
    const first = request === 'after a fallback' ? await account.model({ upstreams: [broken] }) : model;
    const list = hasList ? { models: [request === 'with a list' ? (await account.model()).id : model.id] } : {};
    const key = request === 'under a key' ? { idempotencyKey: world.unique('key') } : {};
    if (request === 'by a restricted key' && !world.has('keys')) throw new NotArranged('no key can be made');
    const by = request === 'by a restricted key' ? await account.newKey({ models: [model.id] }) : account.key;
    const exchange = await by.chat({ model: first.id, messages: hello, ...list, ...more }, { headers, ...key });
    controlServed(exchange, servedBy.get(request));
    const metadata = objectOf(exchange)?.[names.metadataField];
    expectThat(world, isObject(metadata) && Object.keys(metadata).length > 0, {
      expected: `an object ${names.metadataField} with notes in the reply, as ${names.metadataHeader}: enabled asks for`,
      observed:
        metadata === undefined
          ? `a reply with the fields ${Object.keys(objectOf(exchange) ?? {}).join(', ')}`
          : `${names.metadataField} ${shown(metadata)}`,
      exchanges: [exchange.id],
    });
  },
});

const enabledHeader = ({ metadataHeader }: ReturnType<typeof serviceNames>): Header => [metadataHeader, 'enabled'];

const values = ['disabled', 'false', '0', 'yes', '1', 'true', 'nonsense', 'enabled-not', 'not-enabled', 'twice'];

const otherValue = defineCheck({
  rule: 'chat.metadata.other-value',
  ...every<readonly [value: string, stream?: 'in a stream']>(
    ...values.map((value) => [value] as const),
    ...(['disabled', 'false', '1', 'enabled-not'] as const).map((value) => [value, 'in a stream'] as const),
  ),
  describe: ([value, stream]) => [`the value ${value}`, ...(stream === undefined ? [] : [stream])].join(', '),
  async decide(world, [value, stream]) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const model = await account.usableModel();
    const body = { model: model.id, messages: hello, ...(stream === undefined ? {} : { stream: true }) };
    const plain = await account.key.chat(body);
    controlServed(plain);
    if (value === 'twice') {
      const twice = [enabledHeader(names), enabledHeader(names)];
      const exchange = await account.key.chat(body, { headers: twice });
      return expectServedOrRefused(world, exchange, `${names.metadataHeader}: enabled twice`, only400);
    }
    const headers = [[names.metadataHeader, value]] as const;
    const exchange = await account.key.chat(body, { headers });
    expectServedOrRefused(world, exchange, `${names.metadataHeader}: ${value}`, only400);
    // A gateway that sends the notes unasked (freedom F122) sends them under any value too.
    const switchedOn = hasMetadata(exchange, names.metadataField) && !hasMetadata(plain, names.metadataField);
    expectThat(world, !switchedOn, {
      expected: `no ${names.metadataField} but for the value enabled`,
      observed: `${names.metadataField} under the value ${value}${stream === undefined ? '' : ', in the stream'}`,
      exchanges: [plain.id, exchange.id],
    });
    // In a stream the notes may be left out (freedom F122).
    if (stream !== undefined) return;
    const enabled = await account.key.chat(body, { headers: [enabledHeader(names)] });
    controlServed(enabled);
    controlThat(
      hasMetadata(enabled, names.metadataField),
      `${names.metadataHeader}: enabled does not switch ${names.metadataField} on`,
      'chat.metadata.enabled',
    );
  },
});

/** In the reply, or in any chunk of a stream. */
function hasMetadata(exchange: Parameters<typeof jsonOf>[0], field: string): boolean {
  if (streamOf(exchange).chunks.some(({ json }) => json[field] !== undefined)) return true;
  const body = jsonOf(exchange);
  return body.ok && isObject(body.value) && body.value[field] !== undefined;
}

export default [enabled, otherValue];
