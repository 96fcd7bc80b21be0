import { controlRefused, defineCheck, expectRefusal } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';
import { typeRule } from '../../support/type-rules.ts';

const serviceObject = 'the service object';

const wrong = [
  ['messages', 7],
  ['models', {}],
  ['stream', []],
  ['max_tokens', {}],
  ['max_completion_tokens', []],
  ['temperature', {}],
  ['tools', 7],
  ['response_format', 7],
  ['provider', 7],
  [serviceObject, 7],
  ['models', ['{model}', 7]],
] as const;

/** Some of them in streams. */
export default defineCheck({
  rule: 'chat.refusal.names-wrong-field',
  ...every<readonly [string, unknown, boolean]>(
    ...wrong.map(([field, value], place) => [field, value, field !== 'stream' && place % 3 === 2] as const),
  ),
  cases: wrong.length,
  async decide(world, [given, value, stream]) {
    const field = given === serviceObject ? serviceNames(world.prefix).requestField : given;
    const exchange = await chatWithField(world, field, value, stream);
    controlRefused(exchange, typeRule('chat', given === serviceObject ? 'svc' : given, value));
    expectRefusal(world, exchange, 'invalid_request', { naming: [field] });
  },
});
