import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bareList, sendJson, toyGateway, toyKey } from '../gateway/toy-gateway.fixture.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const cache = mkdtempSync(join(tmpdir(), 'gateproof-cache-'));
afterAll(() => rmSync(cache, { recursive: true }));

const two = ['model.list.object', 'model.field.object.value'];
const quick = ['--effort', 'quick', '--only'];

/** A command in one folder. */
const inFolder =
  (folder: string) =>
  async (...argv: readonly string[]) => {
    const env = { GATEPROOF_KEY: toyKey, XDG_CACHE_HOME: cache };
    const { context, stdout, stderr } = recordedContext(env, folder);
    const code = await runCli(['gateway', ...argv], context);
    return { code, stdout: stdout(), stderr: stderr() };
  };

/** A toy whose list has two mistakes until it is mended. */
async function broken() {
  let isMended = false;
  const url = await toyGateway({
    answer: (request, response) => {
      if (isMended || request.url !== '/v1/models' || request.headers.authorization !== `Bearer ${toyKey}`)
        return false;
      const [model] = bareList('toy-small').data;
      sendJson(response, 200, { object: 'models', data: [{ ...model, object: 'engine' }] });
      return true;
    },
  });
  return {
    url,
    mend: () => {
      isMended = true;
    },
  };
}

test('the red rules of the last run are run again, and alone, until they are green', async () => {
  const { url, mend } = await broken();
  const run = inFolder('red-again');
  await run('--url', url, ...quick, ...two, 'model.list.answered');
  const again = await run('--url', url, '--last-failed');
  expect(again.stderr).toContain(`--url ${url}): 2, which are run again`);
  expect(again.stdout).toContain('2 failed of 2 rules');
  mend();
  // What this run leaves out stays red.
  await run('--url', url, ...quick, 'model.list.object');
  const { code, stderr } = await run('--url', url, '--last-failed');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(': 1, which are run again') });
  const { stdout } = await run('--url', url, '--last-failed');
  expect(stdout).toContain('no rule was red in the last run (');
});

test('a standing rule is run again beside the check that broke it, and costs a handful of requests', async () => {
  const { url, mend } = await broken();
  const run = inFolder('standing-again');
  await run('--url', url, ...quick, 'model.field.object.value');
  const again = await run('--url', url, '--last-failed');
  expect(again.stdout).toContain('1 failed of 1 rule');
  const [, requests] = /, (\d+) requests? in/.exec(again.stdout) ?? [];
  expect(Number(requests)).toBeLessThan(60);
  mend();
  expect((await run('--url', url, '--last-failed')).stdout).toContain('1 passed of 1 rule');
});

test('another target begins anew', async () => {
  const [{ url }, sound] = [await broken(), await toyGateway()];
  const run = inFolder('another');
  await run('--url', url, ...quick, ...two);
  await run('--url', sound, ...quick, 'model.list.answered');
  expect((await run('--last-failed')).stdout).toContain(`--url ${sound}); nothing is run`);
});

test('a folder without a run says so', async () => {
  const { code, stderr } = await inFolder('none')('--last-failed');
  expect(code).toBe(2);
  expect(stderr).toContain('--last-failed knows of no earlier run of npx gateproof gateway in this folder');
});
