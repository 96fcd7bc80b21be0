import {
  codeOf,
  defineCheck,
  describeAnswer,
  type Exchange,
  expectThat,
  isObject,
  type Key,
  NotExercised,
  type World,
} from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { failing, serverError } from '../../support/held-jobs.ts';
import { jobOf, untilFinal } from '../../support/media-jobs.ts';
import { modalityOf, type Submission, submit } from '../../support/submissions.ts';

interface Row {
  readonly route: Submission;
  readonly stream?: boolean;
}

/** More than the failures in a row after which a gateway may leave an endpoint alone for a while. */
const times = 6;

const isFailure = ({ response }: Exchange) => (response?.status ?? 0) >= 500 || response?.status === 429;

/** The code of the refusal, or of the job once it has failed. */
async function codeAtLast(world: World, key: Key, exchange: Exchange): Promise<unknown> {
  const submitted = jobOf(exchange);
  if (submitted === undefined) return codeOf(exchange);
  const { job } = await untilFinal(world, key, String(submitted.id), 'job.outcome.failed');
  return isObject(job.error) ? job.error.code : undefined;
}

/** That an endpoint fails makes no model unknown, and no filter exclude it, however often it is asked. */
export default defineCheck({
  rule: 'error.upstream.asked-again',
  ...every<Row>({ route: 'chat' }, { route: 'chat', stream: true }, { route: 'image' }),
  describe: ({ route, stream }) => `${route}${stream === true ? ', streamed' : ''}`,
  async decide(world, { route, stream }) {
    const account = await world.account();
    const model = await account.model({ modality: modalityOf[route], upstreams: [failing(serverError)] });
    const extra = stream === undefined ? {} : { stream };
    const codes: unknown[] = [];
    for (let sent = 0; sent < times; sent += 1) {
      const exchange = await submit(route, account.key, model, extra);
      if (sent === 0 && jobOf(exchange) === undefined && !isFailure(exchange))
        throw new NotExercised('the endpoint did not fail, or was not asked');
      const code = await codeAtLast(world, account.key, exchange);
      codes.push(code);
      expectThat(world, code !== 'no_endpoint_available', {
        expected: 'a failure of the endpoint each time, and not that no endpoint serves the model',
        observed: `${codes.join(', ')}: ${describeAnswer(exchange)}`,
        exchanges: [exchange.id],
      });
    }
  },
});
