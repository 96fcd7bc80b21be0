import { type ClientRequest, expectThat, NotExercised, requestHeaderOf } from '@gateproof/harness';
import { type ClientCheck, clientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf } from '../support/client/expectations.ts';
import { jobBody } from '../support/client/replies.ts';

/** The same address under another name: a client takes it for another host. */
const elsewhere = (url: string) => url.replace('//127.0.0.1:', '//localhost:').replace(/\/v1\/.*$/, '/output/1');

/** The files of finished jobs are fetched by their link alone (Output item, url). */
const linkWithoutKey = clientCheck('client.job.link-without-key', async (world) => {
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

/** Links as stores write them, each behind the origin of the service. */
const links: Readonly<Record<string, string>> = {
  'a query': '/output/1.png?token=abc',
  'a query of several parts': '/output/1.png?X-Expires=3600&X-Signature=a0b1c2&part&part=2',
  'escapes in its query': '/output/1.png?sig=a%2Bb%26c&name=%C3%A9',
  'a plus sign in its query': '/output/1.png?sig=a+b',
  'escapes in its path': '/output/acct%2Fjob_1/1%20a.png',
  'a query alone behind its folder': '/output/?item=1',
};

/** An address, letter case of its escapes aside. */
const sameCase = (url: string) => url.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());

const linkAsGiven = clientRows('client.job.link-as-given', links, async (world, link, what) => {
  let origin = '';
  const isJob = ({ path }: ClientRequest) => path === '/v1/jobs/job_1';
  const open = (given: string) => {
    world.answer((request) => {
      const { url } = request.exchange.request;
      if (!isJob(request))
        return sameCase(url) === sameCase(origin + given) ? { body: 'file' } : { status: 403, body: 'no file' };
      origin = url.replace(/\/v1\/.*$/, '');
      const url_expires_at = new Date(world.nowS() * 1000 + 3_600_000).toISOString();
      return { body: jobBody('succeeded', { output: [{ url: origin + given, url_expires_at, type: 'image/png' }] }) };
    });
    return world.call('open_output', { job_id: 'job_1', place: 0 });
  };
  const plain = await open('/output/1');
  if (!plain.ok || plain.result.bytes !== 4) throw new NotExercised('the client does not open a plain link');
  const from = world.requests().length;
  const answer = await open(link);
  const asked = world
    .requests()
    .slice(from)
    .filter((request) => !isJob(request));
  const paths = asked.map(({ exchange }) => exchange.request.url.replace(origin, ''));
  expectThat(world, answer.ok && answer.result.bytes === 4, {
    expected: `the file of 4 bytes behind ${link}, a link with ${what}`,
    observed: `${reportOf(answer)}; asked for ${paths.join(', ') || 'no file'}`,
    exchanges: asked.map(({ exchange }) => exchange.id),
  });
});

/** A link is opened as the job gives it, and by itself (Resources › Output item, url). */
const opening: readonly ClientCheck[] = [linkWithoutKey, linkAsGiven];
export default opening;
