import { expectThat, NotExercised, requestHeaderOf } from '@gateproof/harness';
import { type ClientCheck, clientCheck } from '../support/client/define-client-check.ts';
import { jobBody } from '../support/client/replies.ts';

/** The same address under another name: a client takes it for another host. */
const elsewhere = (url: string) => url.replace('//127.0.0.1:', '//localhost:').replace(/\/v1\/.*$/, '/output/1');

/** The files of finished jobs are fetched by their link alone (Output item, url). */
export const linkWithoutKey: ClientCheck = clientCheck('client.job.link-without-key', async (world) => {
  world.answer(({ path, exchange }) => {
    if (path.startsWith('/output/')) return { body: 'file' };
    const item = { url: elsewhere(exchange.request.url), type: 'image/png', bytes: 4 };
    const url_expires_at = new Date(world.nowS() * 1000 + 3_600_000).toISOString();
    return { body: jobBody('succeeded', { output: [{ ...item, url_expires_at }] }) };
  });
  await world.call('open_output', { job_id: 'job_1', place: 0 });
  const opened = world.requests().filter(({ exchange }) => exchange.request.url.includes('//localhost:'));
  if (opened.length === 0) throw new NotExercised('the client did not open a link on another host');
  const sent = opened.map(({ exchange }) => requestHeaderOf(exchange, 'authorization'));
  expectThat(world, !sent.some((header) => header !== undefined), {
    expected: 'no Authorization on the download of an output from another host',
    observed: sent.map((header) => header ?? 'none').join(', '),
    exchanges: opened.map(({ exchange }) => exchange.id),
  });
});
export default linkWithoutKey;
