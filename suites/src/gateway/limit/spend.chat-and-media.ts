import {
  besideControl,
  codeOf,
  controlServed,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  type Key,
  NotExercised,
  SetupFailed,
  type World,
} from '@gateproof/harness';
import { hello } from '../../support/chat-bodies.ts';
import { every } from '../../support/every.ts';
import { failing, serverError } from '../../support/held-jobs.ts';
import {
  jobOf,
  type MediaRoute,
  readUntilEnd,
  sendSubmission,
  submitJob,
  untilState,
} from '../../support/media-jobs.ts';
import { bookingWaitsMs } from '../../support/spent-caps.ts';
import { modalityOf } from '../../support/submissions.ts';

/** The job that comes first, or the one that comes after a chat. */
type First = MediaRoute | `chat, then ${MediaRoute}` | 'image by a fallback';

/** The answer to a request beyond a cap, and how the same is asked by a key without one. */
interface Second {
  readonly exchange: Exchange;
  readonly uncapped: () => Promise<Exchange>;
}

/** Asks a new key for a chat and a job, in either order, of which its cap allows one; the second is sent so long after the first. */
async function askSecond(world: World, first: Exclude<First, 'image by a fallback'>, pauseMs: number): Promise<Second> {
  const account = await world.account();
  const text = await account.model({ priceUsd: 1 });
  const route = first === 'image' || first === 'chat, then image' ? 'image' : 'transcription';
  const media = await account.model({ modality: modalityOf[route], priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: 1.9 });
  const chat = (by: Key) => by.chat({ model: text.id, messages: hello });
  const submission = (by: Key) => sendSubmission(by, media);
  const chatFirst = first !== route;
  if (chatFirst) controlServed(await chat(key));
  else {
    const job = jobOf(await submission(key));
    if (job === undefined)
      throw new SetupFailed('the submission within the cap was not accepted', {
        prerequisite: `media.create.${route}`,
      });
    await untilState(world, account.key, String(job.id), 'succeeded');
  }
  await world.pause(pauseMs);
  const second = chatFirst ? submission : chat;
  return { exchange: await second(key), uncapped: () => second(account.key) };
}

/** Asks a new key for a chat once its cap was used up by a job that another model than the requested one served. */
async function askAfterFallback(world: World, pauseMs: number): Promise<Second> {
  const account = await world.account();
  const text = await account.model({ priceUsd: 1 });
  const broken = await account.model({ modality: 'image', priceUsd: 1, upstreams: [failing(serverError)] });
  const spare = await account.model({ modality: 'image', priceUsd: 1 });
  const key = await account.newKey({ monthly_cap_usd: 1.9 });
  const { id } = await submitJob(key, broken, { models: [spare.id] });
  const ended = await readUntilEnd(world, account, id);
  if (ended?.job.state !== 'succeeded') throw new NotExercised('no fallback model served the job');
  await world.pause(pauseMs);
  const chat = (by: Key) => by.chat({ model: text.id, messages: hello });
  return { exchange: await chat(key), uncapped: () => chat(account.key) };
}

const chatAndMedia = defineCheck({
  rule: 'limit.spend.chat-and-media',
  ...every<First>('chat, then image', 'image', 'transcription', 'chat, then transcription', 'image by a fallback'),
  async decide(world, first) {
    const ask = (pauseMs: number) =>
      first === 'image by a fallback' ? askAfterFallback(world, pauseMs) : askSecond(world, first, pauseMs);
    let second = await ask(0);
    // Where it was served still, once more with the time to book the first.
    for (const waitMs of bookingWaitsMs) if (codeOf(second.exchange) !== 'budget_exceeded') second = await ask(waitMs);
    const { exchange, uncapped } = second;
    const isChat = !first.startsWith('chat');
    await besideControl(
      () =>
        expectThat(world, codeOf(exchange) === 'budget_exceeded', {
          expected: `402 budget_exceeded for ${isChat ? 'a chat after a job' : 'a job after a chat'}, 1 USD each under a cap of 1.9 USD`,
          observed: describeAnswer(exchange),
          exchanges: [exchange.id],
        }),
      async () => controlServed(await uncapped()),
    );
  },
});

/** Chats and jobs count toward the same cap (Limits). */
export default [chatAndMedia];
