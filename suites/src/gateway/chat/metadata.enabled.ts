import { controlServed, defineCheck, expectThat, isObject, jsonOf, NotExercised } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { broken } from '../../support/fallbacks.ts';
import { offering } from '../../support/offered-tools.ts';
import { shown } from '../../support/standing-table.ts';

export default defineCheck({
  rule: 'chat.metadata.enabled',
  ...every('plain', 'with tools', 'under a key', 'with a list', 'after a fallback'),
  cases: 5,
  async decide(world, request) {
    const names = serviceNames(world.prefix);
    const account = await world.account();
    const headers = [[names.metadataHeader, 'enabled']] as const;
    const isOurs = world.has('models') && world.has('upstreams');
    const model = await (isOurs ? account.model() : account.usableModel());
    const more = request === 'with tools' && isOurs ? { tools: offering('lookup') } : {};
    const hasList = request === 'with a list' || request === 'after a fallback';
    if (hasList && !isOurs) throw new NotExercised('no models can be made');
    const first = request === 'after a fallback' ? await account.model({ upstreams: [broken] }) : model;
    const list = hasList ? { models: [request === 'with a list' ? (await account.model()).id : model.id] } : {};
    const key = request === 'under a key' ? { idempotencyKey: world.unique('key') } : {};
    const exchange = await account.key.chat(
      { model: first.id, messages: hello, ...list, ...more },
      { headers, ...key },
    );
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
