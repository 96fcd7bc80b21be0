import { defineCheck, expectThat, isObject, NotExercised, script, turn } from '@gateproof/harness';
import { openFile } from '../../support/downloads.ts';
import { every } from '../../support/every.ts';
import { mediaModel } from '../../support/held-jobs.ts';
import { outputOf, submitJob, untilState } from '../../support/media-jobs.ts';

/** The images that an endpoint sent, decoded. */
function imagesIn(body: Uint8Array): readonly Buffer[] {
  const answer: unknown = JSON.parse(Buffer.from(body).toString());
  const data = isObject(answer) && Array.isArray(answer.data) ? answer.data : [];
  return data.flatMap((item) =>
    isObject(item) && typeof item.b64_json === 'string' ? [Buffer.from(item.b64_json, 'base64')] : [],
  );
}

export default defineCheck({
  rule: 'job.output.file-of-endpoint',
  ...every(1, 2),
  cases: 2,
  requestsPerCase: 20,
  async decide(world, count) {
    const account = await world.account();
    const model = await mediaModel(account, 'image', [
      script(turn({ kind: 'image', count, seed: world.unique('image') })),
    ]);
    const { id } = await submitJob(account.key, model);
    const { job } = await untilState(world, account.key, id, 'succeeded');
    const call = model.upstreams[0]?.calls()[0];
    const made = imagesIn(Buffer.concat(call?.response?.pieces.map(({ bytes }) => bytes) ?? []));
    if (made.length === 0) throw new NotExercised('the endpoint made no image');
    for (const item of outputOf(job)) {
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
  },
});
