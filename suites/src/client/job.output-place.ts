import {
  type ClientRequest,
  type ClientWorld,
  expectThat,
  NotExercised,
  type ScriptedAnswer,
} from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf } from '../support/client/expectations.ts';
import { jobBody } from '../support/client/replies.ts';

type Item = Readonly<Record<string, unknown>>;

/** Where the case's files are: beside its routes. */
const originOf = ({ exchange }: ClientRequest) => exchange.request.url.replace(/\/v1\/.*$/, '');
const isFile = ({ path }: ClientRequest) => path.startsWith('/output/');
/** Files of different lengths. */
const fileOf = (path: string): ScriptedAnswer => ({ body: path === '/output/a' ? 'file' : 'another file' });
const hour = 3_600_000;

function itemOf(world: ClientWorld, request: ClientRequest, name: string, expiresInMs = hour): Item {
  const url_expires_at = new Date(world.nowS() * 1000 + expiresInMs).toISOString();
  return { url: `${originOf(request)}/output/${name}`, url_expires_at, type: 'image/png' };
}

const purged: Item = { type: 'image/png', purged_at: '2026-11-20T12:00:00Z' };
/** Names of the outputs of a job, in order, `purged` for one without a link; and which is opened. */
const outputs: Readonly<Record<string, { readonly names: readonly string[]; readonly place: number }>> = {
  'the second, behind a purged one': { names: ['purged', 'a'], place: 1 },
  'the third, behind a purged one': { names: ['b', 'purged', 'a'], place: 2 },
  'the first, before a purged one': { names: ['a', 'purged'], place: 0 },
  'a purged one': { names: ['purged', 'b'], place: 0 },
};

/** Each of a job's outputs is another file, however soon one is opened after another. */
async function expectBoth(world: ClientWorld): Promise<void> {
  const lengths = [12, 4];
  world.answer((request) => {
    if (isFile(request)) return { ...fileOf(request.path), afterMs: 40 };
    return { body: jobBody('succeeded', { output: ['b', 'a'].map((name) => itemOf(world, request, name)) }) };
  });
  await world.onOneClient(async (call) => {
    const open = (place: number) => call('open_output', { job_id: 'job_1', place });
    const first = await open(0);
    if (!first.ok || first.result.bytes !== lengths[0])
      throw new NotExercised('the client does not open the first of two outputs');
    const inTurn = [await open(1), await open(0)];
    const atOnce = world.takes('concurrent') ? await Promise.all([open(1), open(0)]) : [];
    for (const [place, answer] of [...inTurn, ...atOnce].entries()) {
      const wanted = lengths[(place + 1) % 2];
      expectThat(world, answer.ok && answer.result.bytes === wanted, {
        expected: `the file of ${wanted} bytes: the ${place % 2 === 0 ? 'second' : 'first'} of the job's outputs`,
        observed: reportOf(answer),
        exchanges: world
          .requests()
          .filter(isFile)
          .map(({ exchange }) => exchange.id),
      });
    }
  });
}

const rows = { ...outputs, 'two of one job, in turn and at the same time': expectBoth };
const outputPlace = clientRows('client.job.output-place', rows, async (world, row, what) => {
  if (typeof row === 'function') return row(world);
  const { names, place } = row;
  const open = (all: readonly string[], at: number) => {
    world.answer((request) => {
      if (isFile(request)) return fileOf(request.path);
      const output = all.map((name) => (name === 'purged' ? purged : itemOf(world, request, name)));
      return { body: jobBody('succeeded', { output }) };
    });
    return world.call('open_output', { job_id: 'job_1', place: at });
  };
  const plain = await open(['b', 'a'], 1);
  if (!plain.ok || typeof plain.result.bytes !== 'number')
    throw new NotExercised('the client does not open the second of two outputs');
  expectThat(world, plain.result.bytes === 4, {
    expected: 'the file of 4 bytes: the second of two',
    observed: reportOf(plain),
    exchanges: world
      .requests()
      .filter(isFile)
      .map(({ exchange }) => exchange.id),
  });
  const from = world.requests().length;
  const answer = await open(names, place);
  const opened = world.requests().slice(from).filter(isFile);
  const isHere = names[place] === 'a';
  const bytes = answer.ok ? answer.result.bytes : undefined;
  expectThat(world, isHere ? bytes === 4 : bytes !== 12, {
    expected: isHere
      ? `the file of 4 bytes: ${what}`
      : 'not the 12 bytes of another output, since the one that was asked for is purged',
    observed: reportOf(answer),
    exchanges: opened.map(({ exchange }) => exchange.id),
  });
});

const firstLastsMs = 1_500;

/** A link that opened once has expired when the caller opens the same output again. */
const openedAgain = clientCheck('client.job.opened-again', async (world) => {
  let isLater = false;
  world.answer((request) => {
    if (!isFile(request)) {
      const item = isLater ? itemOf(world, request, 'b') : itemOf(world, request, 'a', firstLastsMs);
      return { body: jobBody('succeeded', { output: [item] }) };
    }
    return isLater === (request.path === '/output/b') ? fileOf(request.path) : { status: 403, body: 'expired' };
  });
  const [first, second] = await world.onOneClient(async (call) => {
    const open = () => call('open_output', { job_id: 'job_1', place: 0 });
    const before = await open();
    isLater = true;
    await world.pause(firstLastsMs + 100);
    return [before, await open()] as const;
  });
  if (!first.ok) throw new NotExercised('the client does not open a link that expires within two seconds');
  expectThat(world, second.ok && second.result.bytes === 12, {
    expected: 'the file of 12 bytes behind a fresh link, the first link having expired since',
    observed: reportOf(second),
  });
});

/** Which output is opened, and by which link (Resources › Output item). */
const opening: readonly ClientCheck[] = [outputPlace, openedAgain];
export default opening;
