import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type ResultDocument } from '@gateproof/harness';
import { afterAll, expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-command-'));
afterAll(() => rmSync(folder, { recursive: true }));
const gateway = fileURLToPath(new URL('./dying-gateway.fixture.ts', import.meta.url));
const json = join(folder, 'run.json');

/** Judges a gateway that is started by a profile. `args` go to the gateway, after its port. */
async function judge(args: readonly string[], only: readonly string[]) {
  const port = await freePort();
  const profile = join(folder, 'profile.yaml');
  const start = [process.execPath, '--conditions=@gateproof/source', gateway, String(port), ...args];
  writeFileSync(
    profile,
    [
      `url: http://127.0.0.1:${port}`,
      `command: { start: ${JSON.stringify(start)} }`,
      `testbed: { url: "http://127.0.0.1:${port}/_testbed/v1" }`,
    ].join('\n'),
  );
  const { context, stdout, stderr } = recordedContext();
  const argv = ['gateway', '--profile', profile, '--effort', 'quick', '--json', json, '--only', ...only];
  const code = await runCli(argv, context);
  const document = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  const red = document.rules.filter(({ verdict }) => !['pass', 'warn', 'not-applicable'].includes(verdict));
  return {
    code,
    document,
    stdout: stdout(),
    stderr: stderr(),
    red: red.map(({ rule, verdict }) => `${rule} ${verdict}`),
    port,
  };
}

test('a gateway that dies in the middle and forgets everything is started again, and no rule fails', async () => {
  const { code, red, document, port } = await judge(
    ['90'],
    ['auth.key.missing', 'auth.key.deleted', 'auth.key.accepted', 'idempotency.media.first-result'],
  );
  // A busy machine may leave a case undecided; nothing may fail.
  expect(red.filter((line) => !line.endsWith('inconclusive'))).toEqual([]);
  expect([0, 3]).toContain(code);
  expect(document.notes[0]).toMatch(
    /^the command exited with code 7 in the middle of the run and was started again; it last printed: out of memory/,
  );
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
}, 120_000);

test('a request that makes a gateway exit is named, and blocks the rules that need it alone', async () => {
  const { code, red, document } = await judge(['0', 'poison'], ['model.list', 'job.cancel.accepted']);
  expect(red).toEqual(['job.cancel.accepted blocked']);
  expect(document.run.crashes?.[0]?.sentence).toMatch(/^The target exits after POST \/v1\/jobs\/\{id\}\/cancel/);
  expect(document.summary.causes[0]).toMatchObject({ kind: 'crash', folded: ['job.cancel.accepted'] });
  expect(code).toBe(1);
}, 120_000);

test('a command that ends at once is reported in one line, with what it printed below', async () => {
  const { context, stdout, stderr } = recordedContext();
  const command = 'echo reading config; echo no database; exit 3';
  const argv = ['gateway', '--url', `http://127.0.0.1:${await freePort()}`, '--key', 'sk-1', '--command', command];
  const code = await runCli(argv, context);
  expect({ code, stdout: stdout() }).toEqual({ code: 4, stdout: '' });
  expect(stderr()).toBe(
    `gateproof: the command ${command} exited with code 3 before it was ready; it last printed: no database\n  | reading config\n  | no database\n`,
  );
});

test('--command needs the address at which the gateway answers', async () => {
  const { context, stderr } = recordedContext();
  expect(await runCli(['gateway', '--command', 'sleep 1'], context)).toBe(2);
  expect(stderr()).toContain('nothing says where it answers: add --url or --profile');
});
