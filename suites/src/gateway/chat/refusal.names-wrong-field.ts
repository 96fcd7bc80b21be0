import { defineCheck } from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import { chatWithField } from '../../support/chat-with.ts';
import { every } from '../../support/every.ts';
import { expectNaming } from '../../support/expect-naming.ts';
import { fieldWords } from '../../support/field-words.ts';
import { typeRule } from '../../support/type-rules.ts';

interface Wrong {
  readonly field: string;
  readonly value: unknown;
  readonly stream: boolean;
}

/** Some of them in streams; `svc` stands for the service's own field. */
const wrong = (
  [
    ['messages', 7],
    ['models', {}],
    ['stream', []],
    ['max_tokens', {}],
    ['max_completion_tokens', []],
    ['temperature', {}],
    ['tools', 7],
    ['response_format', 7],
    ['provider', 7],
    ['svc', 7],
    ['models', ['{model}', 7]],
  ] as const
).map(([field, value], place): Wrong => ({ field, value, stream: field !== 'stream' && place % 3 === 2 }));

export default defineCheck({
  rule: 'chat.refusal.names-wrong-field',
  ...every<Wrong>(...wrong),
  describe: ({ field, value, stream }) => fieldWords([field, value]) + (stream ? ', in a stream' : ''),
  async decide(world, { field, value, stream }) {
    const name = field === 'svc' ? serviceNames(world.prefix).requestField : field;
    const exchange = await chatWithField(world, name, value, stream);
    expectNaming(world, exchange, name, typeRule('chat', field, value));
  },
});
