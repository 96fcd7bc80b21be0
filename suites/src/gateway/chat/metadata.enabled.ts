import { controlServed, defineCheck, expectThat, isObject, jsonOf } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'chat.metadata.enabled',
  input: fc.constant('enabled'),
  cases: 2,
  async decide(world, value) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const model = await account.usableModel();
    const headers = [[names.metadataHeader, value]] as const;
    const exchange = await account.key.chat({ model: model.id, messages: hello }, { headers });
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
