import {
  defineCheck,
  expectThat,
  isObject,
  type JsonObject,
  NotArranged,
  NotExercised,
  script,
  turn,
  type World,
} from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { mediaModel, untilAsked } from '../../support/held-jobs.ts';
import { outputOf, readJob, submitJob, untilState } from '../../support/media-jobs.ts';

/** The images that an endpoint sent, decoded. */
function imagesIn(body: Uint8Array): readonly Buffer[] {
  const answer: unknown = JSON.parse(Buffer.from(body).toString());
  const data = isObject(answer) && Array.isArray(answer.data) ? answer.data : [];
  return data.flatMap((item) =>
    isObject(item) && typeof item.b64_json === 'string' ? [Buffer.from(item.b64_json, 'base64')] : [],
  );
}

/** In which form a transcript is told is the gateway's business, but it is never the one of another job. */
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

/** Characters beyond a narrow encoding are no question marks in whatever form a transcript is told. */
async function wholeTranscript(world: World): Promise<void> {
  const account = await world.account();
  const [before, after] = [world.unique('before'), world.unique('after')];
  const text = `${before} \u65e5\u672c\u8a9e \u{1f642} ${after}`;
  const model = await mediaModel(account, 'transcription', [script(turn({ kind: 'transcription', text }))]);
  const { id } = await submitJob(account.key, model);
  const { job } = await untilState(world, account.key, id, 'succeeded');
  for (const item of outputOf(job)) {
    const { exchange, bytes } = await openFile(world, item);
    const told = Buffer.from(bytes).toString();
    const [, rest] = told.split(before);
    const between = rest?.split(after)[0]?.trim() ?? '';
    expectThat(world, !/^\?[? ]*$/.test(between), {
      expected: `the characters of the transcript, \u65e5\u672c\u8a9e \u{1f642}`,
      observed: between,
      exchanges: [exchange.id],
    });
  }
}

/** Two jobs are held at the same time and let go on one after the other: each has its own file. */
async function ownFiles(world: World): Promise<void> {
  const account = await world.account();
  const begin = async (name: string) => {
    const model = await mediaModel(account, 'image', [
      script(turn({ kind: 'image', count: 1, seed: world.unique(name) }, { kind: 'hang' })),
    ]);
    const { id } = await submitJob(account.key, model);
    return { id, model };
  };
  const first = await begin('first');
  const other = await begin('other');
  await untilAsked(account, first);
  if ((await other.model.upstreams[0]?.call(1, 2_000)) === undefined)
    throw new NotArranged('no job is begun before the one before it has ended');
  for (const { id, model } of [first, other]) {
    model.upstreams[0]?.release();
    await untilState(world, account.key, id, 'succeeded');
  }
  for (const { id, model } of [first, other]) {
    const call = model.upstreams[0]?.calls()[0];
    const made = imagesIn(Buffer.concat(call?.response?.pieces.map(({ bytes }) => bytes) ?? []));
    if (made.length === 0) throw new NotExercised('the endpoint made no image');
    const { job } = await readJob(account.key, id);
    for (const item of outputOf(job)) await expectOneOf(world, item, made);
  }
}

async function expectOneOf(world: World, item: JsonObject, made: readonly Buffer[]): Promise<void> {
  const { exchange, bytes } = await openFile(world, item);
  expectThat(
    world,
    made.some((image) => image.equals(bytes)),
    {
      expected: `the file to be one of the ${made.length} images that the endpoint made`,
      observed: `a file of ${bytes.length} bytes that is none of them`,
      exchanges: [exchange.id],
    },
  );
}

export default defineCheck({
  rule: 'job.output.file-of-endpoint',
  ...every<number | 'transcripts' | 'characters' | 'together'>(1, 2, 'transcripts', 'characters', 'together'),
  cases: 5,
  requestsPerCase: 20,
  async decide(world, count) {
    if (count === 'transcripts') return ownTranscripts(world);
    if (count === 'characters') return wholeTranscript(world);
    if (count === 'together') return ownFiles(world);
    const account = await world.account();
    const model = await mediaModel(account, 'image', [
      script(turn({ kind: 'image', count, seed: world.unique('image') })),
    ]);
    const { id } = await submitJob(account.key, model);
    const { job } = await untilState(world, account.key, id, 'succeeded');
    const call = model.upstreams[0]?.calls()[0];
    const made = imagesIn(Buffer.concat(call?.response?.pieces.map(({ bytes }) => bytes) ?? []));
    if (made.length === 0) throw new NotExercised('the endpoint made no image');
    for (const item of outputOf(job)) await expectOneOf(world, item, made);
  },
});
