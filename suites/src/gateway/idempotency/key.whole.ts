import {
  controlAccepted,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectServed,
  expectThat,
  patienceMs,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { isConflict } from '../../support/idempotent-chat.ts';
import { type KeyedRequest, keyedRequests } from '../../support/keyed-requests.ts';
import { expectJob } from '../../support/media-jobs.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

const kinds = every<KeyedRequest>('chat', 'stream', 'image', 'transcription');

/** A long number of its own for each base. */
const digitsOf = (base: string) => [...base].map((character) => character.charCodeAt(0) % 10).join('');

/** Keys of one base that a careless store takes for one another: cut off, decoded, split at a mark, read as a number. */
const nearlyAlike = (base: string): readonly string[] => [
  ...[199, 254].flatMap((length) => [`${base.padEnd(length, 'x')}1`, `${base.padEnd(length, 'x')}2`]),
  ...['1', '2'].map((first) => `${first}${base.padStart(199, 'x')}`),
  ...['', '-', '.1', '_1', '%20b', '+b', ' b', '  b'].map((end) => `${base}${end}`),
  ...[',', ':', '/', '=', '#', '|', ';v='].flatMap((mark) => [`${base}${mark}1`, `${base}${mark}2`]),
  ...['/', ':', '@'].flatMap((mark) => [`a${mark}${base}`, `b${mark}${base}`]),
  ...[`1${digitsOf(base)}`, `01${digitsOf(base)}`],
  ...[`9${digitsOf(base)}1`, `9${digitsOf(base)}2`],
];

/** So many requests are sent at a time. */
const together = 8;

/** One request under each key is run for itself, where a second one under the first key is not. */
async function expectRunEach(world: World, kind: KeyedRequest, keys: readonly string[]): Promise<void> {
  const { model: modelOf, send, resultOf } = keyedRequests[kind];
  const account = await world.account();
  const model = await modelOf(account);
  const [firstKey = '', ...others] = keys;
  const first = await send(account, model, firstKey);
  controlAccepted(first);
  const seen = new Map([[JSON.stringify(resultOf(first)), { key: firstKey, exchange: first }]]);
  const expectOwn = (key: string, exchange: Exchange) => {
    const expected = `a result of its own under the key ${JSON.stringify(key)}, which no other request has`;
    expectThat(world, !isConflict(exchange), {
      expected,
      observed: describeAnswer(exchange),
      exchanges: [exchange.id],
    });
    if (kind === 'chat' || kind === 'stream') expectServed(world, exchange);
    else expectJob(world, exchange, 'a submission under a key of its own');
    const result = JSON.stringify(resultOf(exchange));
    const earlier = seen.get(result);
    expectThat(world, earlier === undefined, {
      expected,
      observed: `the result of the request under the key ${JSON.stringify(earlier?.key)}: ${describeAnswer(exchange)}`,
      exchanges: [...(earlier === undefined ? [] : [earlier.exchange.id]), exchange.id],
    });
    seen.set(result, { key, exchange });
  };
  for (let begin = 0; begin < others.length; begin += together) {
    const some = others.slice(begin, begin + together);
    const exchanges = await Promise.all(some.map((key) => send(account, model, key)));
    for (const [place, exchange] of exchanges.entries()) expectOwn(some[place] ?? '', exchange);
  }
  await model.upstreams[0]?.call(keys.length, patienceMs);
  const calls = model.upstreams[0]?.calls().length ?? 0;
  expectThat(world, calls >= keys.length, {
    expected: `each of ${keys.length} different keys to run a request of its own (${keys.length} calls of the endpoint)`,
    observed: `${calls} calls`,
    exchanges: [...seen.values()].map(({ exchange }) => exchange.id),
  });
  controlFirstResult(kind, first, await send(account, model, firstKey));
}

export default [
  defineCheck({
    rule: 'idempotency.key.whole',
    ...kinds,
    decide: (world, kind) => expectRunEach(world, kind, nearlyAlike(world.unique('key'))),
  }),
  defineCheck({
    rule: 'idempotency.key.letter-case',
    ...kinds,
    decide(world, kind) {
      const base = world.unique('key');
      return expectRunEach(world, kind, [`${base}-abc`, `${base}-ABC`]);
    },
  }),
];
