import {
  codeOf,
  controlServed,
  defineCheck,
  describeAnswer,
  expectAnswer,
  expectAnyRefusal,
  expectRefusal,
  expectThat,
  inCase,
  type Model,
  NotArranged,
  type World,
} from '@gateproof/harness';
import { serviceNames } from '@gateproof/spec';
import fc from 'fast-check';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { fieldWords } from '../../support/field-words.ts';
import { offering } from '../../support/offered-tools.ts';
import { bearer } from '../../support/routes.ts';

/** Sends a chat body as raw bytes, beside its control: the valid body it was made from is served. */
async function sendRaw(world: World, make: (model: Model) => string | Uint8Array) {
  const account = await world.account();
  const model = await account.usableModel();
  const request = { method: 'POST', path: '/v1/chat/completions', headers: [bearer(account.key.secret)] };
  controlServed(await world.send({ ...request, body: { model: model.id, messages: hello } }));
  const headers = [bearer(account.key.secret), ['Content-Type', 'application/json'] as const];
  return world.send({ ...request, headers, rawBody: make(model) });
}

/** Bodies that are refused whatever the model: made from its id so that a valid one differs as little as can be. */
function refusedRaw(rule: string, makers: Readonly<Record<string, (model: Model) => string>>) {
  const names = Object.keys(makers);
  return defineCheck({
    rule,
    ...every(...names),
    async decide(world, name) {
      const make = makers[name] ?? (() => '');
      expectRefusal(world, await sendRaw(world, make), 'invalid_request');
    },
  });
}

/** A body that is valid but for one field, streamed and not by turns. `undefined` leaves the field out. */
function refusedField(rule: string, field: string | ((world: World) => string), values: readonly unknown[]) {
  return defineCheck({
    rule,
    input: fc.record({ value: fc.constantFrom(...values), stream: fc.constantFrom(false, undefined, true) }),
    examples: [
      ...values.map((value, place) => ({ value, stream: place % 2 === 0 ? undefined : true })),
      { value: values[0], stream: true },
    ],
    cases: values.length + 1,
    describe: ({ value, stream }) =>
      fieldWords([typeof field === 'string' ? field : 'the service object', value]) +
      (stream === true ? ', in a stream' : ''),
    async decide(world, { value, stream }) {
      const name = typeof field === 'string' ? field : field(world);
      const streaming = stream === undefined || name === 'stream' ? {} : { stream };
      // An unknown model in a list is a defect of its own (freedom F124): `{model}` stands for one that is known.
      const make = (model: Model) =>
        JSON.stringify({ model: model.id, messages: hello, ...streaming, [name]: value }).replace('{model}', model.id);
      expectRefusal(world, await sendRaw(world, make), 'invalid_request');
    },
  });
}

const valid = (model: Model) => JSON.stringify({ model: model.id, messages: hello });

/** A list of fallback models does not stand in for the model. */
const modelMissing = defineCheck({
  rule: 'chat.body.model.missing',
  ...every<readonly ('in a stream' | 'with a list')[]>(
    [],
    ['in a stream'],
    ['with a list'],
    ['with a list', 'in a stream'],
  ),
  describe: (how) => ['left out', ...how].join(', '),
  async decide(world, how) {
    const hasList = how.includes('with a list');
    if (hasList && !world.claims('fallback')) throw new NotArranged('the target has no fallback models');
    const make = ({ id }: Model) =>
      JSON.stringify({
        messages: hello,
        ...(hasList ? { models: [id] } : {}),
        ...(how.includes('in a stream') ? { stream: true } : {}),
      });
    expectRefusal(world, await sendRaw(world, make), 'invalid_request');
  },
});

/** Values that are of none of the types which a lenient reader might turn into the wanted one. */
const notString = [7, true, {}, ['a']];
const notArray = [7, true, {}, 'text'];
/** One item where a list is wanted. */
const oneMessage = { role: 'user', content: 'hello' };
/** No word that a reader of texts takes for a flag (freedom F068). */
const notBoolean = [7, {}, [], 'neither'];
const notInteger = [true, {}, [], 1.5, 'many'];
const notNumber = [true, {}, [], 'warm'];
const notObject = [7, true, ['a'], [], 'text'];

const unknownFormat = defineCheck({
  rule: 'chat.body.response-format.unknown',
  ...every('xml', 'JSON_OBJECT', 'json', ''),
  async decide(world, type) {
    const make = (model: Model) => JSON.stringify({ model: model.id, messages: hello, response_format: { type } });
    const exchange = await sendRaw(world, make);
    const codes = ['invalid_request', 'unsupported_capability', 'no_endpoint_available'] as const;
    const naming = codeOf(exchange) === 'invalid_request' ? { naming: ['response_format', 'type'] } : {};
    expectAnyRefusal(world, exchange, codes, naming);
  },
});

/** Invalid bodies for a model, by what is wrong with them. */
const bodies = {
  'cut short': (model: string) => `{"model": ${JSON.stringify(model)}, "messages": `,
  'without messages': (model: string) => JSON.stringify({ model }),
  'an array': (model: string) => JSON.stringify([{ model, messages: hello }]),
} as const;

const names = Object.keys(bodies) as (keyof typeof bodies)[];

/** Each body in every case, so that no effort passes one that is served. The status alone: what a refusal says is for other rules. */
const neverServed = defineCheck({
  rule: 'chat.body.never-served',
  input: fc.shuffledSubarray(names, { minLength: names.length }),
  cases: 1,
  async decide(world, order) {
    const account = await world.account();
    const { id } = await account.usableModel();
    controlServed(await account.key.chat({ model: id, messages: hello }));
    const headers = [['Content-Type', 'application/json']] as const;
    for (const name of order) {
      const refused = await account.key.chat(undefined, { headers, rawBody: bodies[name](id) });
      await inCase(`a body that is ${name}`, async () => {
        const { status } = expectAnswer(world, refused);
        expectThat(world, status >= 400 && status < 500, {
          expected: `a body that is ${name} to be refused with a 4xx status`,
          observed: describeAnswer(refused),
          exchanges: [refused.id],
        });
      });
    }
  },
});

export default [
  refusedRaw('chat.body.empty', { nothing: () => '', 'blanks alone': () => ' \n' }),
  refusedRaw('chat.body.malformed', {
    'the last brace left out': (model) => valid(model).slice(0, -1),
    'a brace too many': (model) => `${valid(model)}}`,
    'single quotes': (model) => valid(model).replaceAll('"', "'"),
    'the text not json': () => 'not json',
    'a form': (model) => `model=${model.id}`,
    'a comma too many': (model) => valid(model).replace(',', ',,'),
    'a null character in front': (model) => `\u0000${valid(model)}`,
    'words behind it': (model) => `${valid(model)} and more`,
    'a trailing comma': (model) => `${valid(model).slice(0, -1)},}`,
    'a comment': (model) => `${valid(model).slice(0, -1)}/* a comment */}`,
    'a line end within a string': (model) => valid(model).replace('hello', 'hel\nlo'),
  }),
  refusedRaw('chat.body.not-object', {
    'an array of the body': (model) => `[${valid(model)}]`,
    'a string': () => '"text"',
    'a number': () => '7',
    'the word null': () => 'null',
    'the word true': () => 'true',
    'an empty array': () => '[]',
  }),
  modelMissing,
  refusedField('chat.body.model.type', 'model', [null, ...notString]),
  refusedField('chat.body.messages.missing', 'messages', [undefined]),
  refusedField('chat.body.messages.type', 'messages', [null, oneMessage, ...notArray]),
  refusedField('chat.body.models.type', 'models', notArray),
  refusedField('chat.body.models.item-type', 'models', [[7], ['{model}', 7], [null], [{}], [true], [['a/b']]]),
  refusedField('chat.body.stream.type', 'stream', notBoolean),
  refusedField('chat.body.max-tokens.type', 'max_tokens', notInteger),
  refusedField('chat.body.max-completion-tokens.type', 'max_completion_tokens', notInteger),
  refusedField('chat.body.temperature.type', 'temperature', notNumber),
  refusedField('chat.body.tools.type', 'tools', [...offering('lookup'), ...notArray]),
  refusedField('chat.body.response-format.type', 'response_format', notObject),
  unknownFormat,
  refusedField('chat.body.provider.type', 'provider', notObject),
  refusedField('chat.body.svc.type', (world) => serviceNames(world.prefix).requestField, notObject),
  neverServed,
];
