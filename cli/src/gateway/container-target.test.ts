import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { openTarget } from '../open-target.ts';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'gateproof-container-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);
const build = fileURLToPath(new URL('../../../examples/container/build.sh', import.meta.url));
const tag = 'target';
const simulatorImage = `gateproof-simulator:${tag}`;
const hasEngine = spawnSync('docker', ['info'], { timeout: 10_000 }).status === 0;

function profileOf(image: string, ...more: string[]): string {
  const path = join(folder, 'profile.yaml');
  const container = `{ image: "${image}", port: 8080, command: [--key, sk-1], env: { GATEPROOF_TESTBED_TOKEN: t } }`;
  const lines = [
    `container: ${container}`,
    'key: { value: sk-1 }',
    'testbed: { url: /_testbed/v1, token_env: T }',
    ...more,
  ];
  writeFileSync(path, lines.join('\n'));
  return path;
}

async function judge(profile: string, only: readonly string[]) {
  const { context, stdout, stderr } = recordedContext({ T: 't' });
  const code = await runCli(['gateway', '--profile', profile, '--effort', 'quick', '--only', ...only], context);
  return { code, stdout: stdout(), stderr: stderr() };
}

describe.skipIf(!hasEngine)(hasEngine ? 'with an engine' : 'skipped: no container engine answers docker info', () => {
  test('a gateway from an image is judged with upstreams and webhooks that reach this machine', async () => {
    await run('bash', [build, tag]);
    const { code, stdout } = await judge(profileOf(simulatorImage), [
      'auth.key',
      'fallback.',
      'webhook.event.succeeded',
    ]);
    expect(stdout).toContain('(container)');
    expect(stdout).not.toContain('not applicable of');
    expect(code).toBe(0);
  }, 300_000);

  test('a container that ends is started again at the same address', async () => {
    const profile = profileOf(simulatorImage);
    const { target } = await openTarget({ profile }, { env: { T: 't' }, seed: 1, runId: 'again' });
    try {
      const { stdout } = await run('docker', ['ps', '--quiet', '--filter', `ancestor=${simulatorImage}`]);
      await run('docker', ['kill', ...stdout.trim().split('\n')]);
      await expect.poll(() => target.deaths?.(), { timeout: 10_000 }).toBe(1);
      expect(await target.alive(2_000)).toBe(true);
      expect(target.notes?.()[0]).toMatch(/^the container ended in the middle of the run and was started again/);
    } finally {
      await target.close();
    }
  }, 60_000);

  test('an image that nobody has is reported in one line', async () => {
    const { code, stderr } = await judge(profileOf('gateproof/no-such-image:none'), ['auth.']);
    expect(stderr).toMatch(/^gateproof: the container of gateproof\/no-such-image:none can not be started: /);
    expect(code).toBe(4);
  }, 60_000);
});

test('a machine without an engine is reported in one line', async () => {
  const script = `import('${new URL('../main.ts', import.meta.url)}').then(({ main }) => main(${JSON.stringify(['gateway', '--profile', profileOf(tag)])}))`;
  const env = { ...process.env, T: 't', DOCKER_HOST: `unix://${folder}/nobody.sock`, TESTCONTAINERS_HOST_OVERRIDE: '' };
  const argv = ['--conditions=@gateproof/source', '-e', script];
  const done = await run(process.execPath, argv, { env }).catch((error: { code: number; stderr: string }) => error);
  expect(done.stderr).toContain('no container engine was found; start one, or name it in DOCKER_HOST');
  expect(done).toMatchObject({ code: 4 });
}, 60_000);
