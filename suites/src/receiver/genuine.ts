import {
  caution,
  defineCheck,
  describeAnswer,
  type EventType,
  type Exchange,
  expectAnswer,
  expectThat,
  isTroubled,
  NotExercised,
  type ReceiverWorld,
  type WebhookEvent,
} from '@gateproof/harness';
import { hourMs } from '@gateproof/spec';
import { every } from '../support/every.ts';
import {
  acknowledges,
  controlAcknowledged,
  controlForged,
  controlVerifies,
  deliverPersistently,
  expectAcknowledged,
} from '../support/receiver/acknowledged.ts';
import { type ReceiverCheck, receiverCaseLimitMs, receiverCheck } from '../support/receiver/define-receiver-check.ts';
import { effectsIfSeen, expectHandledIfSeen } from '../support/receiver/effects.ts';
import { bare, withJob, withOutputs, without } from '../support/receiver/shaped-jobs.ts';

/** Genuine events that must be acknowledged, each made from a plain one. */
const shapes: Readonly<
  Record<string, { readonly what: string; shape(event: WebhookEvent, world: ReceiverWorld): WebhookEvent }>
> = {
  'minimal-job': {
    what: 'an event whose job has none of its optional fields',
    shape: (event) => ({
      ...event,
      data: without(event.data, ['started_at', 'completed_at', 'output', 'usage', 'retry_of', 'error']),
    }),
  },
  'foreign-job': {
    what: "an event for a job that the receiver's side did not submit",
    shape: (event, world) => ({
      ...event,
      data: { ...event.data, id: `job_${world.unique('foreign')}`, model: 'someone-else/model' },
    }),
  },
  'expired-link': {
    what: 'an event whose output links have expired',
    shape: (event, world) => ({
      ...event,
      data: {
        ...event.data,
        output: [
          {
            url: 'https://files.example.com/gone.png',
            url_expires_at: new Date(world.nowS() * 1000 - hourMs).toISOString(),
            type: 'image/png',
          },
        ],
      },
    }),
  },
  'purged-output': {
    what: 'an event whose output was purged before it came',
    shape: (event, world) => ({
      ...event,
      data: {
        ...event.data,
        output: [{ type: 'image/png', bytes: 68, purged_at: new Date(world.nowS() * 1000).toISOString() }],
      },
    }),
  },
  'retried-job': {
    what: 'an event of a job that retries an earlier one',
    shape: (event, world) => ({ ...event, data: { ...event.data, retry_of: `job_${world.unique('earlier')}` } }),
  },
  'several-outputs': {
    what: 'an event with a job of three outputs',
    shape: (event, world) => withOutputs(event, world, 3),
  },
  // Below the hundred thousand bytes at which common frameworks stop to read.
  large: { what: 'an event with a job of about 90 kB', shape: (event, world) => withOutputs(event, world, 280) },
  'very-large': {
    what: 'an event with a job of about 200 kB',
    shape: (event, world) => withOutputs(event, world, 620),
  },
};

/** Outputs belong to succeeded jobs; a job without its optional fields to canceled ones. */
function typeFor(name: string, type: EventType): EventType {
  if (/link|output|large/.test(name)) return 'job.succeeded';
  return name === 'minimal-job' ? 'job.canceled' : type;
}

const plain = (['succeeded', 'failed', 'canceled'] as const).map((state) =>
  receiverCheck(`receiver.genuine.${state}`, async (world) => {
    await controlForged(world);
    const exchange = await deliverPersistently(world, { event: world.event(`job.${state}`) });
    expectAcknowledged(world, exchange, `a genuine job.${state}`);
  }),
);

function expectInTime(world: ReceiverWorld, exchange: Exchange, what: string): void {
  const expected = `${what} to be answered within ten seconds`;
  const { headersAtMs } = expectAnswer(world, exchange, [], expected);
  const seconds = (headersAtMs - exchange.request.atMs) / 1000;
  expectThat(world, seconds <= 10.5, {
    expected,
    observed: `${describeAnswer(exchange)} after ${seconds.toFixed(1)} s`,
    exchanges: [exchange.id],
  });
}

/** A receiver need not take a body of any size; one that takes it does so in time. */
const ofTwoHundredKb = (event: WebhookEvent) => withJob(event, { notes: 'note '.repeat(40_000) });

const inTime = receiverCheck('receiver.genuine.in-time', async (world, type) => {
  await controlForged(world);
  const exchange = await deliverPersistently(world, { event: world.event(type) });
  expectInTime(world, exchange, 'a genuine delivery');
  controlAcknowledged(exchange, type);
  const large = await world.deliver({ event: ofTwoHundredKb(world.event(type)) });
  const { status = 0 } = large.response ?? {};
  if (status >= 200 && status < 300) expectInTime(world, large, 'a genuine delivery of about 200 kB');
});

const together = 8;

/** A receiver may turn some deliveries away for a while; most of those that arrive together cost both sides (freedom F154). */
const simultaneous = receiverCheck('receiver.genuine.simultaneous', async (world, type) => {
  await controlVerifies(world, type);
  const what = `each of ${together} genuine deliveries that arrive together`;
  const events = Array.from({ length: together }, () => world.event(type));
  const exchanges = await Promise.all(events.map((event) => world.deliver({ event })));
  const [turnedAway, taken] = [exchanges.filter(isTroubled), exchanges.filter((exchange) => !isTroubled(exchange))];
  for (const exchange of taken) expectAcknowledged(world, exchange, what);
  world.stated();
  if (turnedAway.length <= together / 2) return;
  caution(world, {
    expected: `${what} to be answered with a 2xx within ten seconds`,
    observed: `${turnedAway.length} of them were turned away`,
    exchanges: turnedAway.map(({ id }) => id),
  });
});

/** Statuses that are counted here, and make no case run again. */
const turningAway = [429, 503];
const inTurn = 30;
/** Well above the one in five that a receiver may turn away: other checks meet it meanwhile, so that this one sees more or fewer by chance. */
const mostTurnedAway = inTurn / 3;
/** A receiver that takes longer for each is not asked so many times. */
const quickMs = 1_000;

/** Each of the deliveries that are turned away comes again, and again: a receiver that does so often costs both sides (freedom F154). */
const seldomRefused = defineCheck<string, ReceiverWorld>({
  rule: 'receiver.genuine.seldom-refused',
  ...every(`${inTurn} deliveries in turn`),
  caseLimitMs: receiverCaseLimitMs,
  async decide(world) {
    await controlForged(world);
    const turnedAway: Exchange[] = [];
    for (let sent = 0; sent < inTurn; sent += 1) {
      const exchange = await world.deliver({ event: world.event('job.succeeded') });
      const { headersAtMs } = expectAnswer(world, exchange, turningAway);
      if (headersAtMs - exchange.request.atMs > quickMs) throw new NotExercised('a delivery takes over a second');
      if (isTroubled(exchange)) turnedAway.push(exchange);
      else controlAcknowledged(exchange, 'job.succeeded');
    }
    world.stated();
    if (turnedAway.length <= mostTurnedAway) return;
    caution(world, {
      expected: `at most one in five of ${inTurn} genuine deliveries, one after the other, to be turned away`,
      observed: `${turnedAway.length} of them were answered with a 5xx or 429`,
      exchanges: turnedAway.slice(0, 3).map(({ id }) => id),
    });
  },
});

const noRedirect = receiverCheck('receiver.genuine.no-redirect', async (world, type) => {
  await controlForged(world);
  const exchange = await deliverPersistently(world, { event: world.event(type) });
  if (exchange.response === undefined) controlAcknowledged(exchange, type);
  const { status } = expectAnswer(world, exchange);
  expectThat(world, status < 300 || status >= 400, {
    expected: 'a genuine delivery not to be answered with a redirect',
    observed: describeAnswer(exchange),
    exchanges: [exchange.id],
  });
  controlAcknowledged(exchange, type);
});

/** Where plain events have an effect, these have one as well. What a receiver does about a job of others, or one without a link, is its own business. */
const handled = ['minimal-job', 'retried-job', 'several-outputs', 'large', 'very-large'];

/** Who counts outputs can't say whether an event was handled twice. */
async function warnOfEffectEach(world: ReceiverWorld, event: WebhookEvent): Promise<void> {
  const [count = 1] = (await effectsIfSeen(world, [event])) ?? [];
  if (count <= 1) return;
  caution(world, {
    expected: 'one effect of an event, however many outputs its job has',
    observed: `${count} effects`,
  });
}

/** Jobs that ended otherwise have nothing more than their state asks for, either. */
async function expectBareHandled(world: ReceiverWorld): Promise<void> {
  const kinds = [
    ['job.succeeded', 'an event whose job has an output of one bare link and no other optional field'],
    ['job.failed', 'an event whose job has an error of code and message and no other optional field'],
  ] as const;
  for (const [type, what] of kinds) {
    const event = bare(world.event(type));
    expectAcknowledged(world, await deliverPersistently(world, { event }), what);
    await expectHandledIfSeen(world, [event], what);
  }
}

const shaped = Object.entries(shapes).map(([name, { what, shape }]) =>
  receiverCheck(`receiver.genuine.${name}`, async (world, type) => {
    const event = shape(world.event(typeFor(name, type)), world);
    await acknowledges(world, { event }, what);
    if (handled.includes(name)) await expectHandledIfSeen(world, [event], what);
    if (name === 'several-outputs') await warnOfEffectEach(world, event);
    if (name === 'minimal-job') await expectBareHandled(world);
  }),
);

/** Genuine deliveries of every kind are acknowledged (Receiver obligations, 1). */
const genuine: readonly ReceiverCheck[] = [...plain, inTime, simultaneous, seldomRefused, noRedirect, ...shaped];
export default genuine;
