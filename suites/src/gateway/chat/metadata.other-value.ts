import { controlServed, controlThat, defineCheck, expectThat, isObject, jsonOf } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { expectServedOrRefused, only400 } from '../../support/expect-no-server-error.ts';

export default defineCheck({
  rule: 'chat.metadata.other-value',
  ...every('disabled', 'false', '0', 'yes', '1', 'true', 'nonsense', 'enabled-not', 'not-enabled'),
  async decide(world, value) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const model = await account.usableModel();
    const plain = await account.key.chat({ model: model.id, messages: hello });
    controlServed(plain);
    const headers = [[names.metadataHeader, value]] as const;
    const exchange = await account.key.chat({ model: model.id, messages: hello }, { headers });
    expectServedOrRefused(world, exchange, `${names.metadataHeader}: ${value}`, only400);
    // A gateway that sends the notes unasked (freedom F122) sends them under any value too.
    const switchedOn = hasMetadata(exchange, names.metadataField) && !hasMetadata(plain, names.metadataField);
    expectThat(world, !switchedOn, {
      expected: `no ${names.metadataField} but for the value enabled`,
      observed: `${names.metadataField} under the value ${value}`,
      exchanges: [plain.id, exchange.id],
    });
    const enabled = await account.key.chat(
      { model: model.id, messages: hello },
      { headers: [[names.metadataHeader, 'enabled']] },
    );
    controlServed(enabled);
    controlThat(
      hasMetadata(enabled, names.metadataField),
      `${names.metadataHeader}: enabled does not switch ${names.metadataField} on`,
      'chat.metadata.enabled',
    );
  },
});

function hasMetadata(exchange: Parameters<typeof jsonOf>[0], field: string): boolean {
  const body = jsonOf(exchange);
  return body.ok && isObject(body.value) && body.value[field] !== undefined;
}
