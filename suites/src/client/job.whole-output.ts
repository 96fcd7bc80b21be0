import { type ClientRequest, expectThat, NotExercised, type ScriptedAnswer } from '@gateproof/harness';
import { type ClientCheck, clientRows } from '../support/client/define-client-check.ts';
import { reportOf } from '../support/client/expectations.ts';
import { jobBody } from '../support/client/replies.ts';

const bytes = 'a whole file';
const part = bytes.slice(0, 5);
const announced = { 'content-length': String(bytes.length) };
const whole: ScriptedAnswer = { body: bytes };

/** What stands behind a link that does not open: no file, whatever it says. */
const refusals: Readonly<Record<string, ScriptedAnswer>> = {
  'a page and 403': { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Forbidden</html>' },
  '404 and nothing': { status: 404, body: '' },
  'an error in XML and 410': {
    status: 410,
    headers: { 'content-type': 'application/xml' },
    body: '<Error><Code>ExpiredToken</Code></Error>',
  },
  'JSON and 500': { status: 500, body: { error: { code: 'internal_error', message: 'No.' } } },
};

/** The answers to the downloads of a file, in order, the last again. */
const downloads: Readonly<Record<string, readonly ScriptedAnswer[]>> = {
  'cut before its announced length': [{ body: part, headers: announced, ending: 'cut' }],
  'cut without a length': [{ body: part, ending: 'cut' }],
  'cut once, then whole': [{ body: part, headers: announced, ending: 'cut' }, whole],
  ...Object.fromEntries(
    Object.entries(refusals).map(([name, refusal]) => [`refused with ${name}`, [refusal]] as const),
  ),
  'refused once, then whole': [{ status: 503, body: 'Slow down.' }, whole],
  'cut before its first byte': [{ body: '', headers: announced, ending: 'cut' }],
};

const wholeOutput = clientRows('client.job.whole-output', downloads, async (world, answers, how) => {
  const isFile = ({ path }: ClientRequest) => path.startsWith('/output/');
  const open = (files: readonly ScriptedAnswer[]) => {
    let opened = 0;
    world.answer((request) => {
      if (!isFile(request)) {
        const url = request.exchange.request.url.replace(/\/v1\/.*$/, '/output/1');
        const url_expires_at = new Date(world.nowS() * 1000 + 3_600_000).toISOString();
        return { body: jobBody('succeeded', { output: [{ url, url_expires_at, type: 'image/png' }] }) };
      }
      opened += 1;
      return files[Math.min(opened, files.length) - 1] ?? whole;
    });
    return world.call('open_output', { job_id: 'job_1', place: 0 });
  };
  const plain = await open([whole]);
  if (!plain.ok || plain.result.bytes !== bytes.length) throw new NotExercised('the client does not open an output');
  const from = world.requests().length;
  const answer = await open(answers);
  expectThat(world, !answer.ok || answer.result.bytes === bytes.length, {
    expected: `a failure, or the whole ${bytes.length} bytes, of a download that was ${how}`,
    observed: reportOf(answer),
    exchanges: world
      .requests()
      .slice(from)
      .filter(isFile)
      .map(({ exchange }) => exchange.id),
  });
});

/** A file is what its link holds, or none (Resources › Output item). */
const files: readonly ClientCheck[] = [wholeOutput];
export default files;
