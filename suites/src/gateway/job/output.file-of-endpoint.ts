import {
  type Account,
  defineCheck,
  expectThat,
  isObject,
  type Model,
  NotArranged,
  NotExercised,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { mediaModel, untilAsked } from '../../support/held-jobs.ts';
import { outputOf, readJob, submitJob, untilFinal, untilState } from '../../support/media-jobs.ts';

/** The images that an endpoint sent, decoded. */
function imagesIn(body: Uint8Array): readonly Buffer[] {
  const answer: unknown = JSON.parse(Buffer.from(body).toString());
  const data = isObject(answer) && Array.isArray(answer.data) ? answer.data : [];
  return data.flatMap((item) =>
    isObject(item) && typeof item.b64_json === 'string' ? [Buffer.from(item.b64_json, 'base64')] : [],
  );
}

/** The images that a model's endpoint made at its first call. */
function madeBy({ upstreams }: Model): readonly Buffer[] {
  const pieces = upstreams[0]?.calls()[0]?.response?.pieces ?? [];
  const made = imagesIn(Buffer.concat(pieces.map(({ bytes }) => bytes)));
  if (made.length === 0) throw new NotExercised('the endpoint made no image');
  return made;
}

/** In which form a transcript is stored is the gateway's business, but it is never the one of another job. */
async function ownTranscripts(world: World): Promise<void> {
  const account = await world.account();
  const jobs = [];
  for (const word of [world.unique('first'), world.unique('other')]) {
    const model = await mediaModel(account, 'transcription', [script(turn({ kind: 'transcription', text: word }))]);
    const { id } = await submitJob(account.key, model);
    jobs.push({ word, ...(await untilState(world, account.key, id, 'succeeded')) });
  }
  for (const [place, { job, word }] of jobs.entries()) {
    const foreign = jobs[1 - place]?.word ?? '';
    for (const item of outputOf(job)) {
      const { exchange, bytes } = await openFile(world, item);
      const text = Buffer.from(bytes).toString();
      expectThat(world, text.includes(word) || !text.includes(foreign), {
        expected: `the transcript of this job, ${word}`,
        observed: `that of another one, ${foreign}`,
        exchanges: [exchange.id],
      });
    }
  }
}

/** Characters beyond a narrow encoding are no question marks in whatever form a transcript is stored. */
async function wholeTranscript(world: World): Promise<void> {
  const account = await world.account();
  const [before, after] = [world.unique('before'), world.unique('after')];
  const text = `${before} \u65e5\u672c\u8a9e \u{1f642} ${after}`;
  const model = await mediaModel(account, 'transcription', [script(turn({ kind: 'transcription', text }))]);
  const { id } = await submitJob(account.key, model);
  const { job } = await untilState(world, account.key, id, 'succeeded');
  for (const item of outputOf(job)) {
    const { exchange, bytes } = await openFile(world, item);
    const text = Buffer.from(bytes).toString();
    const [, rest] = text.split(before);
    const between = rest?.split(after)[0]?.trim() ?? '';
    expectThat(world, !/^\?[? ]*$/.test(between), {
      expected: `the characters of the transcript, \u65e5\u672c\u8a9e \u{1f642}`,
      observed: `"${between}"`,
      exchanges: [exchange.id],
    });
  }
}

/** More than the buffers of a common size hold. */
const longBytes = 100_000;

/** A transcript whose beginning a file shows goes on to its end in that file, or in another one of the job. */
async function longTranscript(world: World): Promise<void> {
  const account = await world.account();
  const [first, last] = [world.unique('first'), world.unique('last')];
  const text = `${first} ${'and so on '.repeat(longBytes / 10)}${last}`;
  const model = await mediaModel(account, 'transcription', [script(turn({ kind: 'transcription', text }))]);
  const { id } = await submitJob(account.key, model);
  const { job } = await untilFinal(world, account.key, id, 'job.outcome.succeeded');
  if (job.state !== 'succeeded') throw new NotExercised('so long a transcript is not taken from an endpoint');
  const files = await Promise.all(outputOf(job).map((item) => openFile(world, item)));
  const texts = files.map(({ bytes }) => Buffer.from(bytes).toString());
  const holds = (word: string) => texts.some((text) => text.includes(word));
  expectThat(world, !holds(first) || holds(last), {
    expected: `the transcript of ${text.length} characters to its last word, ${last}`,
    observed: `it ends with "${texts.join('').slice(-20)}", after ${texts.join('').length} characters`,
    exchanges: files.map(({ exchange }) => exchange.id),
  });
}

interface ImageJob {
  readonly id: string;
  readonly model: Model;
}

async function beginJob(world: World, account: Account, count: number, isHeld: boolean): Promise<ImageJob> {
  const answer = { kind: 'image', count, seed: world.unique('image') } as const;
  const model = await mediaModel(account, 'image', [
    script(turn(answer, ...(isHeld ? [{ kind: 'hang' } as const] : []))),
  ]);
  const { id } = await submitJob(account.key, model);
  return { id, model };
}

/** Two jobs, one after the other, or both held at the same time and let go on one after the other. */
async function twoJobs(world: World, account: Account, count: number, together: boolean): Promise<readonly ImageJob[]> {
  const first = await beginJob(world, account, count, together);
  if (!together) await untilState(world, account.key, first.id, 'succeeded');
  const other = await beginJob(world, account, count, together);
  if (together) {
    await untilAsked(account, first);
    if ((await other.model.upstreams[0]?.call(1, 2_000)) === undefined)
      throw new NotArranged('no job is begun before the one before it has ended');
  }
  for (const { id, model } of [first, other]) {
    model.upstreams[0]?.release();
    await untilState(world, account.key, id, 'succeeded');
  }
  return [first, other];
}

/** A file may be made anew from the endpoint's image (freedom F145), but it holds something, and nothing of another job. */
async function expectFiles(
  world: World,
  account: Account,
  { id }: ImageJob,
  foreign: readonly Buffer[],
): Promise<void> {
  const [once, again] = [await readJob(account.key, id), await readJob(account.key, id)].map(({ job }) =>
    outputOf(job),
  );
  for (const [place, item] of (once ?? []).entries()) {
    const { exchange, bytes } = await openFile(world, item);
    const later = await openFile(world, again?.[place]);
    const shownBy = { exchanges: [exchange.id, later.exchange.id] };
    expectThat(world, bytes.length > 0, { expected: 'a file that is not empty', observed: '0 bytes', ...shownBy });
    expectThat(world, Buffer.from(bytes).equals(later.bytes), {
      expected: `the same ${bytes.length} bytes under each fresh link of the item`,
      observed: `${later.bytes.length} bytes that differ from them`,
      ...shownBy,
    });
    expectThat(world, !foreign.some((image) => image.equals(bytes)), {
      expected: 'a file of this job',
      observed: 'the image that the endpoint made for another job',
      ...shownBy,
    });
  }
}

export default defineCheck({
  rule: 'job.output.file-of-endpoint',
  ...every<number | 'transcripts' | 'characters' | 'a long transcript' | 'together'>(
    ...[1, 2],
    'transcripts',
    'characters',
    'a long transcript',
    'together',
  ),
  describe: (what) => (typeof what === 'number' ? `images, ${what} of each job` : what),
  async decide(world, what) {
    if (what === 'transcripts') return ownTranscripts(world);
    if (what === 'a long transcript') return longTranscript(world);
    if (what === 'characters') return wholeTranscript(world);
    const account = await world.account();
    const jobs = await twoJobs(world, account, what === 'together' ? 1 : what, what === 'together');
    const made = jobs.map(({ model }) => madeBy(model));
    for (const [place, job] of jobs.entries()) await expectFiles(world, account, job, made[1 - place] ?? []);
  },
});
