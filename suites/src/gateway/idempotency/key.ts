import {
  besideControl,
  controlServed,
  defineCheck,
  type Exchange,
  expectServed,
  expectServedBeside,
  NotExercised,
} from '@gateproof/harness';
import fc from 'fast-check';
import { every } from '../../support/every.ts';
import { any4xx, expectServedOrRefused } from '../../support/expect-no-server-error.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { chatUnder, isConflict } from '../../support/idempotent-chat.ts';
import { keyedRequests } from '../../support/keyed-requests.ts';
import { expectJob } from '../../support/media-jobs.ts';
import { type Submission, submit } from '../../support/submissions.ts';
import { controlFirstResult } from '../../support/working-keys.ts';

/** Any character that a key may have, blanks aside: HTTP trims them at the edges. */
const anyMark = String.fromCharCode(...Array.from({ length: 94 }, (_, place) => 33 + place));
const printable = fc.string({ unit: fc.constantFrom(...anyMark), minLength: 1, maxLength: 40 });

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
    const exchange = await keyedRequests[place].send(account, model, key);
    if (isWhole === true) requireFresh(exchange);
    await besideControl<unknown>(
      () =>
        place === 'chat'
          ? expectServed(world, exchange)
          : expectJob(world, exchange, 'a submission under a printable key'),
      async () => controlServed(await submit(place, account.key, model)),
    );
    controlFirstResult(place, exchange, await keyedRequests[place].send(account, model, key));
  },
});

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
    await expectServedBeside(world, exchange, () => keyedRequests[place].send(account, model, world.unique('key')));
  },
});

export default [accepted, odd, leftOut];
