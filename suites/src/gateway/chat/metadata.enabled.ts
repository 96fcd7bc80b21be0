import { controlServed, defineCheck, expectThat, isObject, jsonOf } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { shown } from '../../support/standing-table.ts';

const tool = { type: 'function', function: { name: 'lookup', parameters: { type: 'object', properties: {} } } };

export default defineCheck({
  rule: 'chat.metadata.enabled',
  ...every('plain', 'with tools'),
  cases: 2,
  async decide(world, request) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const headers = [[names.metadataHeader, 'enabled']] as const;
    const isOurs = world.has('models') && world.has('upstreams');
    const model = await (isOurs ? account.model() : account.usableModel());
    const more = request === 'with tools' && isOurs ? { tools: [tool] } : {};
    const exchange = await account.key.chat({ model: model.id, messages: hello, ...more }, { headers });
    controlServed(exchange);
    const body = jsonOf(exchange);
    const metadata = body.ok && isObject(body.value) ? body.value[names.metadataField] : undefined;
    expectThat(world, isObject(metadata), {
      expected: `an object ${names.metadataField} in the reply, as ${names.metadataHeader}: enabled asks for`,
      observed: shown(metadata),
      exchanges: [exchange.id],
    });
  },
});
