import {
  caution,
  controlServed,
  defineCheck,
  describeAnswer,
  expectServedBeside,
  type ModelOptions,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { hello, helloInJson } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { inFields } from '../../support/field-words.ts';
import { offering } from '../../support/offered-tools.ts';
import { refusedForField } from '../../support/refused-for-field.ts';

/** Wiring an upstream of ours makes sure that the model can do what is asked; without, what a usable model takes is its own. */
async function chatWith(world: World, extra: object, ours?: ModelOptions): Promise<void> {
  const account = await world.account();
  const model = ours === undefined ? await account.usableModel() : await account.model(ours);
  const plain = { model: model.id, messages: hello, ...('stream' in extra ? { stream: extra.stream } : {}) };
  const exchange = await account.key.chat({ ...plain, ...extra });
  const fields = Object.keys(extra).filter((field) => !Object.hasOwn(plain, field));
  if (refusedForField(world, exchange, fields)) {
    controlServed(await account.key.chat(plain));
    caution(world, {
      expected: `${fields.join(' and ')} to be accepted, or refused because the model ${model.id} can not take it`,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
  }
  await expectServedBeside(world, exchange, () => account.key.chat(plain));
}

/** Each of them, and the first of them in a stream too. */
function accepts(rule: string, extras: readonly object[], ours?: ModelOptions) {
  return defineCheck({
    rule,
    ...every<object>(...extras, { ...extras[0], stream: true }),
    describe: inFields,
    decide: (world, extra) => chatWith(world, extra, ours),
  });
}

const schema = { name: 'answer', schema: { type: 'object', properties: { a: { type: 'string' } } } };

const charset = defineCheck({
  rule: 'chat.accepted.charset',
  ...every('application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'),
  cases: 4,
  async decide(world, contentType) {
    const account = await world.account();
    const model = await account.usableModel();
    const headers = [['Content-Type', contentType]] as const;
    const body = { model: model.id, messages: hello };
    await expectServedBeside(world, await account.key.chat(body, { headers }), () => account.key.chat(body));
  },
});

const serviceField = defineCheck({
  rule: 'chat.accepted.svc',
  input: fc.constant('an empty object'),
  cases: 1,
  decide: (world) => chatWith(world, { [serviceNames(world.prefix).requestField]: {} }),
});

export default [
  accepts('chat.accepted.max-tokens', [{ max_tokens: 16 }, { max_tokens: 500 }]),
  accepts('chat.accepted.max-completion-tokens', [{ max_completion_tokens: 16 }, { max_completion_tokens: 500 }]),
  accepts('chat.accepted.temperature', [{ temperature: 0 }, { temperature: 1 }, { temperature: 0.7 }]),
  accepts('chat.accepted.tools', [{ tools: offering('lookup') }, { tools: offering('lookup', 'other') }], {}),
  accepts('chat.accepted.json-object', [{ messages: helloInJson, response_format: { type: 'json_object' } }], {}),
  accepts('chat.accepted.json-schema', [{ response_format: { type: 'json_schema', json_schema: schema } }], {}),
  accepts('chat.accepted.provider', [{ provider: {} }]),
  serviceField,
  charset,
];
