import { type Delivery, type EventType, isObject, type ReceiverWorld, type WebhookEvent } from '@gateproof/harness';
import { type FieldRow, fieldRows } from '@gateproof/spec';
import {
  controlVerifies,
  deliverAll,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { readBack } from '../support/receiver/read-back.ts';
import { isQuick } from '../support/receiver/refused-in-forms.ts';
import { withJob } from '../support/receiver/shaped-jobs.ts';

const words = 'a long phrase of several words, with Zoë and 日本語, of more than sixty-four characters';

/** Values that a field of the job may hold although they are seen seldom; none for fields whose form is the contract's or that say who is who. */
function valuesOf({ path, type }: FieldRow): readonly unknown[] {
  const name = path.split('.').at(-1) ?? path;
  if (name === 'url') return [`https://files.example.com/1.png?signature=${'a1%2B'.repeat(80)}`];
  if (path === 'output[].type')
    return [`application/vnd.example.${'long-name-'.repeat(6)}v2+json; profile="two words"`];
  if (/number/.test(type)) return name === 'queue_position' ? [0] : [0, ...(name === 'bytes' ? [3e9] : [0.125])];
  if (/array of strings/.test(type)) return [[], ['one'], ['one', 'two words', 'three']];
  if (path === 'usage.units') return [{ images: 1, seconds: 12.5 }, {}];
  return /(phase|retention_class|region|price_version|cost_source|cost_status|scope)$/.test(name) ? [words] : [];
}

/** What each job shows: its state needs it, or a gateway is warned about that leaves it out (freedom F080). */
const always = /^(output|output\[\]\.url|error|progress\.(percent|phase)|error\.kind)$/;

/** The event with another value at a path of its job, or without that field; undefined where its job has no such field. */
function withValue(event: WebhookEvent, path: string, value: unknown): WebhookEvent | undefined {
  const data = replaced(event.data, path.split('.'), value);
  return data === undefined ? undefined : { ...event, data: data as WebhookEvent['data'] };
}

function replaced(holder: unknown, [step = '', ...rest]: readonly string[], value: unknown): unknown {
  const name = step.replace('[]', '');
  if (!isObject(holder) || holder[name] === undefined) return undefined;
  if (rest.length === 0) return { ...holder, [name]: value };
  const inner = holder[name];
  const changed = Array.isArray(inner) ? replacedInEach(inner, rest, value) : replaced(inner, rest, value);
  return changed === undefined ? undefined : { ...holder, [name]: changed };
}

/** In the items that have the field; undefined where none has it. */
function replacedInEach(items: readonly unknown[], steps: readonly string[], value: unknown): unknown {
  const changed = items.map((item) => replaced(item, steps, value));
  return changed.every((item) => item === undefined) ? undefined : changed.map((item, place) => item ?? items[place]);
}

const usage = {
  units: { images: 1 },
  cost: { billing_usd: 0.02, cost_source: 'price_list', cost_status: 'final', price_version: '2026-11-01' },
};

/** Work that failed or was canceled may cost something as well. */
function billed(event: WebhookEvent): WebhookEvent {
  return { ...event, data: { usage, ...event.data } };
}

/** Each value of each field in an event of its own. */
function deliveriesOf(world: ReceiverWorld, type: EventType): { readonly delivery: Delivery; readonly what: string }[] {
  const longMessage = `${words}; `.repeat(4);
  const rows = [
    ...fieldRows('job').flatMap((row) => valuesOf(row).map((value) => [row.path, value] as const)),
    ...fieldRows('job').flatMap(({ path, required }) =>
      required === true || always.test(path) ? [] : [[path, undefined] as const],
    ),
    ...(type === 'job.succeeded' ? [] : [['output', []] as const]),
    ['error.message', longMessage] as const,
    ['error.message', 'two\nlines'] as const,
  ];
  return rows.flatMap(([path, value]) => {
    const plain = billed(world.event(type));
    // No output is an empty list to some.
    const event = path === 'output' ? withJob(plain, { output: value }) : withValue(plain, path, value);
    const spelled = JSON.stringify(value) ?? 'left out';
    const shown = spelled.length > 90 ? `${spelled.slice(0, 60)}… of ${spelled.length} characters` : spelled;
    return event === undefined ? [] : [{ delivery: { event }, what: `an event whose data.${path} is ${shown}` }];
  });
}

interface Named {
  readonly delivery: Delivery;
  readonly what: string;
}

/** So many arrive together. */
const together = 8;

/** The event of a succeeded job with its first output twice. */
const withTwoOutputs = (event: WebhookEvent): WebhookEvent => {
  const { output } = event.data;
  return Array.isArray(output) ? { ...event, data: { ...event.data, output: [...output, ...output] } } : event;
};

/** Several at a time, each time behind a forged one. */
async function expectTogether(world: ReceiverWorld, all: readonly Named[]): Promise<void> {
  for (let at = 0; at < all.length; at += together) {
    const batch = all.slice(at, at + together);
    await world.deliver({ event: world.event(), secret: `whsec_${world.unique('nobody')}` });
    const exchanges = await Promise.all(batch.map(({ delivery }) => deliverPersistently(world, delivery)));
    for (const [place, exchange] of exchanges.entries())
      expectAcknowledged(world, exchange, `${batch[place]?.what ?? 'an event'}, beside others,`);
  }
}

const fieldValues = receiverCheck('receiver.tolerance.field-values', async (world, type) => {
  await controlVerifies(world, type);
  const once = deliveriesOf(world, type);
  // What was taken comes again.
  const all = [...once, ...once];
  const exchanges = await deliverAll(
    world,
    all.map(({ delivery }) => delivery),
  );
  for (const [place, exchange] of exchanges.entries())
    expectAcknowledged(
      world,
      exchange,
      `${all[place]?.what ?? 'an event'}${place < once.length ? '' : ', come again,'}`,
    );
  if (world.takesMany && isQuick(exchanges)) {
    const anew = deliveriesOf(world, type);
    await expectTogether(
      world,
      anew.map(({ delivery, what }) => ({ delivery: { event: withTwoOutputs(delivery.event) }, what })),
    );
  }
  await readBack(
    world,
    once.map(({ delivery }) => delivery.event),
  );
});

/** Types of fields are shown, and lengths and sizes are not (Resources and their fields). */
const values: readonly ReceiverCheck[] = [fieldValues];
export default values;
