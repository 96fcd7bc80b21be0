import { controlServed, defineCheck, expectThat, isObject, jsonOf, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello, helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { broken } from '../../support/fallbacks.ts';
import { offering } from '../../support/offered-tools.ts';
import { shown } from '../../support/standing-table.ts';

/** What the request holds besides; a model that is not ours may know neither tools nor formats. */
function moreOf(request: string, isOurs: boolean): object {
  if (request === 'with stream false') return { stream: false };
  if (request === 'with tools' && isOurs) return { tools: offering('lookup') };
  if (request === 'in JSON' && isOurs) return { messages: helloInJson, response_format: { type: 'json_object' } };
  return {};
}

export default defineCheck({
  rule: 'chat.metadata.enabled',
  ...every(
    'plain',
    'with tools',
    'under a key',
    'with a list',
    'after a fallback',
    'with stream false',
    'in JSON',
    'by a restricted key',
  ),
  cases: 8,
  async decide(world, request) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const headers = [[names.metadataHeader, 'enabled']] as const;
    const isOurs = world.has('models') && world.has('upstreams');
    const model = await (isOurs ? account.model() : account.usableModel());
    const more = moreOf(request, isOurs);
    const hasList = request === 'with a list' || request === 'after a fallback';
    if (hasList && !isOurs) throw new NotExercised('no models can be made');
    const first = request === 'after a fallback' ? await account.model({ upstreams: [broken] }) : model;
    const list = hasList ? { models: [request === 'with a list' ? (await account.model()).id : model.id] } : {};
    const key = request === 'under a key' ? { idempotencyKey: world.unique('key') } : {};
    if (request === 'by a restricted key' && !world.has('keys')) throw new NotExercised('no key can be made');
    const by = request === 'by a restricted key' ? await account.newKey({ models: [model.id] }) : account.key;
    const exchange = await by.chat({ model: first.id, messages: hello, ...list, ...more }, { headers, ...key });
    controlServed(exchange, request === 'after a fallback' ? 'fallback.cause.server-error' : undefined);
    const body = jsonOf(exchange);
    const metadata = body.ok && isObject(body.value) ? body.value[names.metadataField] : undefined;
    expectThat(world, isObject(metadata), {
      expected: `an object ${names.metadataField} in the reply, as ${names.metadataHeader}: enabled asks for`,
      observed: shown(metadata),
      exchanges: [exchange.id],
    });
  },
});
