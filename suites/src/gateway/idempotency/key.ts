import {
  type Account,
  besideControl,
  controlAccepted,
  controlServed,
  defineCheck,
  type Exchange,
  expectServed,
  expectServedBeside,
  expectThat,
  type Model,
  NotExercised,
  patienceMs,
  type World,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { any4xx, expectServedOrRefused } from '../../support/expect-no-server-error.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, isConflict } from '../../support/idempotent-chat.ts';
import { expectJob, sendSubmission } from '../../support/media-jobs.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';
import { controlFirstResult, type KeyedRequest } from '../../support/working-keys.ts';

/** Any character that a key may have, blanks aside: HTTP trims them at the edges. */
const anyMark = String.fromCharCode(...Array.from({ length: 94 }, (_, place) => 33 + place));
const printable = fc.string({ unit: fc.constantFrom(...anyMark), minLength: 1, maxLength: 40 });

/** Where a key may stand. */
const places: readonly KeyedRequest[] = ['chat', 'stream', 'image', 'transcription'];

const modelFor = (account: Account, place: KeyedRequest): Promise<Model> =>
  account.model({ modality: modalityOf[place === 'stream' ? 'chat' : place] });

function sendUnder(account: Account, model: Model, place: KeyedRequest, idempotencyKey: string): Promise<Exchange> {
  if (place === 'chat') return chatUnder(account.key, model, idempotencyKey);
  if (place === 'stream') return chatUnder(account.key, model, idempotencyKey, { stream: true });
  return sendSubmission(account.key, model, {}, { idempotencyKey });
}

/** A key that is not of our making may have been used before on this target, and then a conflict is right. */
function requireFresh(exchange: Exchange): void {
  if (isConflict(exchange)) throw new NotExercised('the key is in use already');
}

interface PrintableKey {
  readonly place: Submission;
  readonly text: string;
  /** Whether the key is the text alone, and not the text behind a unique beginning. */
  readonly isWhole?: boolean;
}

const wholeKeys = ['constructor', '__proto__', '0', 'null', '-1', '7c9', '../../etc/passwd', '[object Object]'];

const accepted = defineCheck({
  rule: 'idempotency.key.printable',
  input: fc.record({
    place: fc.constantFrom<Submission>('chat', 'image', 'transcription'),
    text: printable,
  }),
  examples: [
    ...(['x'.repeat(255), '"quoted"', '{"json":1}', 'with blank', 'a,b;c=d', "<a href='x'>`b`\\"] as const).flatMap(
      (text) => (['chat', 'image', 'transcription'] as const).map((place): PrintableKey => ({ place, text })),
    ),
    ...wholeKeys.map((text): PrintableKey => ({ place: 'chat', text, isWhole: true })),
    { place: 'image', text: 'constructor', isWhole: true },
  ],
  cases: 35,
  async decide(world, { place, text, isWhole }: PrintableKey) {
    const account = await world.account();
    const model = place === 'chat' ? await account.usableModel() : await mediaModel(account, place);
    const key = isWhole === true ? text : `${world.unique('k')}${text}`.slice(0, 255);
    const exchange = await sendUnder(account, model, place, key);
    if (isWhole === true) requireFresh(exchange);
    await besideControl<unknown>(
      () =>
        place === 'chat'
          ? expectServed(world, exchange)
          : expectJob(world, exchange, 'a submission under a printable key'),
      async () => controlServed(await submit(place, account.key, model)),
    );
    controlFirstResult(place, exchange, await sendUnder(account, model, place, key));
  },
});

/** A second request under another key is run for itself, where one under the first key is not. */
async function expectTwoRuns(world: World, place: KeyedRequest, keys: readonly [string, string]): Promise<void> {
  const account = await world.account();
  const model = await modelFor(account, place);
  const first = await sendUnder(account, model, place, keys[0]);
  controlAccepted(first);
  const second = await sendUnder(account, model, place, keys[1]);
  if (place === 'chat' || place === 'stream') expectServed(world, second);
  else expectJob(world, second, 'a submission under a key of its own');
  await model.upstreams[0]?.call(2, patienceMs);
  const calls = model.upstreams[0]?.calls().length;
  expectThat(world, calls === 2, {
    expected: 'a different key to run a request of its own (2 calls of the endpoint)',
    observed: `${calls} calls`,
    exchanges: [first.id, second.id],
  });
  controlFirstResult(place, first, await sendUnder(account, model, place, keys[0]));
}

/** Two keys that are different, whatever a careless store makes of them; each pair on chat, some everywhere. */
function different(
  rule: string,
  pairs: Readonly<Record<string, (base: string) => readonly [string, string]>>,
  everywhere: readonly string[],
) {
  const values = Object.keys(pairs).flatMap((how) =>
    places.filter((place) => place === 'chat' || everywhere.includes(how)).map((place) => [how, place] as const),
  );
  return defineCheck({
    rule,
    ...every<readonly [string, KeyedRequest]>(...values),
    decide: (world, [how, place]) => expectTwoRuns(world, place, pairs[how]?.(world.unique('key')) ?? ['one', 'other']),
  });
}

const letterCase = defineCheck({
  rule: 'idempotency.key.letter-case',
  ...every<KeyedRequest>(...places),
  decide(world, place) {
    const base = world.unique('key');
    return expectTwoRuns(world, place, [`${base}-abc`, `${base}-ABC`]);
  },
});

/** A long number of its own for each base. */
const digitsOf = (base: string) => [...base].map((character) => character.charCodeAt(0) % 10).join('');

const odd = defineCheck({
  rule: 'idempotency.key.odd',
  ...every('', 'x'.repeat(300), 'x'.repeat(4_000), 'caf\u00e9', 'twice'),
  async decide(world, text) {
    const account = await world.account();
    const model = await account.usableModel();
    controlServed(await chatUnder(account.key, model, world.unique('key')));
    const isTwice = text === 'twice';
    const key = isTwice ? world.unique('key') : text;
    const exchange = await chatUnder(
      account.key,
      model,
      key,
      {},
      isTwice ? { headers: [['Idempotency-Key', key]] } : {},
    );
    const many = isTwice ? 'the same Idempotency-Key twice' : `an Idempotency-Key of ${text.length} characters`;
    const shown = text === '' ? 'an empty Idempotency-Key' : many;
    expectServedOrRefused(world, exchange, shown, any4xx);
  },
});

const leftOut = defineCheck({
  rule: 'idempotency.key.left-out',
  ...every<Submission>('chat', 'image', 'transcription'),
  async decide(world, place) {
    const account = await world.account();
    const model = await (place === 'chat' ? account.usableModel() : mediaModel(account, place));
    const exchange = await submit(place, account.key, model);
    await expectServedBeside(world, exchange, () => sendUnder(account, model, place, world.unique('key')));
  },
});

export default [
  accepted,
  different(
    'idempotency.key.whole',
    {
      'the last of 200 characters': (base) => [`${base.padEnd(199, 'x')}1`, `${base.padEnd(199, 'x')}2`],
      'the last of 255 characters': (base) => [`${base.padEnd(254, 'x')}1`, `${base.padEnd(254, 'x')}2`],
      'the first of 200 characters': (base) => [`1${base.padStart(199, 'x')}`, `2${base.padStart(199, 'x')}`],
      'a punctuation mark': (base) => [`${base}.1`, `${base}_1`],
      'a mark at the end': (base) => [base, `${base}-`],
      'an escape and what it stands for': (base) => [`${base}%20b`, `${base} b`],
      'a plus and a blank': (base) => [`${base}+b`, `${base} b`],
      'what follows a comma': (base) => [`${base},1`, `${base},2`],
      'what follows a colon': (base) => [`${base}:1`, `${base}:2`],
      'what follows a slash': (base) => [`${base}/1`, `${base}/2`],
      'what follows an equals sign': (base) => [`${base}=1`, `${base}=2`],
      'what follows a hash': (base) => [`${base}#1`, `${base}#2`],
      'what follows a bar': (base) => [`${base}|1`, `${base}|2`],
      'what follows a semicolon': (base) => [`${base};v=1`, `${base};v=2`],
      'the number of blanks': (base) => [`${base} b`, `${base}  b`],
      'what comes before a slash': (base) => [`a/${base}`, `b/${base}`],
      'what comes before a colon': (base) => [`a:${base}`, `b:${base}`],
      'what comes before an @': (base) => [`a@${base}`, `b@${base}`],
      'a leading zero': (base) => [`1${digitsOf(base)}`, `01${digitsOf(base)}`],
      'digits beyond the exactness of numbers': (base) => [`9${digitsOf(base)}1`, `9${digitsOf(base)}2`],
    },
    ['the last of 200 characters', 'the last of 255 characters', 'a punctuation mark'],
  ),
  letterCase,
  odd,
  leftOut,
];
