import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const answers = (file: string, ...args: string[]) => spawnSync(file, args, { timeout: 20_000 }).status === 0;
const missing = [
  ...(answers('docker', 'info') ? [] : ['no container engine answers docker info']),
  ...(answers('docker-compose', '--version') ? [] : ['there is no docker-compose']),
];

const run = promisify(execFile);
const docker = async (...args: string[]) => (await run('docker', args)).stdout.trim();
const folder = join(import.meta.dirname, 'container');
const tag = 'test';
const images = [`gateproof:${tag}`, `gateproof-simulator:${tag}`];
/** Nothing to write to, no rights, and no way out. */
const locked = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--network', 'none'];

describe.skipIf(missing.length > 0)(missing.length === 0 ? 'images' : `skipped: ${missing.join(', ')}`, () => {
  const compose = (...args: string[]) =>
    run('docker-compose', ['--project-name', 'gateproof-test', '--file', join(folder, 'compose.yaml'), ...args], {
      env: { ...process.env, TAG: tag, TESTBED_TOKEN: 'a-token-of-this-run' },
    });

  beforeAll(() => run('bash', [join(folder, 'build.sh'), tag]), 300_000);
  afterAll(() => compose('down', '--volumes'), 60_000);

  test.each(images)('%s is smaller than 200 MB', async (image) => {
    expect(Number(await docker('inspect', '--format', '{{.Size}}', image))).toBeLessThan(200_000_000);
  });

  test.each(images)('%s runs as nobody', async (image) => {
    expect(await docker('inspect', '--format', '{{.Config.User}}', image)).toBe('65534:65534');
  });

  test('the command line judges with nothing to write to and no network', async () => {
    const line = ['gateway', '--effort', 'quick', '--only', 'auth.key.'];
    expect(await docker('run', '--rm', ...locked, `gateproof:${tag}`, ...line)).toContain('exit 0: no rule broken');
    const broken = docker('run', '--rm', ...locked, `gateproof:${tag}`, ...line, '--deviation', 'auth.key.unknown');
    await expect(broken).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('auth.key.unknown') });
  }, 120_000);

  test('the command line writes reports into its working folder', async () => {
    const script = 'gateway --simulator --effort quick --only auth.key.missing --html report.html --quiet'.split(' ');
    const id = await docker('create', `gateproof:${tag}`, ...script);
    await docker('start', '--attach', id);
    expect((await run('docker', ['cp', `${id}:/workspace/report.html`, '-'], { maxBuffer: 1e8 })).stdout).toContain(
      '<html',
    );
    await docker('rm', id);
  }, 120_000);

  test('the simulator becomes healthy, and its health checks stand in no journal', async () => {
    const token = ['--env', 'GATEPROOF_TESTBED_TOKEN=t'];
    const id = await docker('run', '--detach', ...locked, ...token, `gateproof-simulator:${tag}`);
    try {
      const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', id);
      await expect.poll(health, { timeout: 60_000, interval: 500 }).toBe('healthy');
      const journal = `fetch('http://127.0.0.1:8080/_testbed/v1/journal', { headers: { 'x-testbed-token': 't' } })`;
      const script = `${journal}.then((answer) => answer.text()).then(console.log)`;
      expect(JSON.parse(await docker('exec', id, '/bin/node', '--eval', script))).toMatchObject({
        requests: 0,
        entries: [],
      });
    } finally {
      await docker('rm', '--force', id);
    }
  }, 120_000);

  test('the simulator keeps its data in a volume, as nobody', async () => {
    const volume = await docker('volume', 'create');
    const options = ['--env', 'GATEPROOF_TESTBED_TOKEN=t', '--volume', `${volume}:/workspace`];
    const id = await docker('run', '--detach', ...options, `gateproof-simulator:${tag}`, '--data', 'gateway.sqlite');
    try {
      await expect.poll(() => docker('logs', id), { timeout: 60_000 }).toContain('gateway.sqlite');
    } finally {
      await docker('rm', '--force', id);
      await docker('volume', 'rm', volume);
    }
  }, 120_000);

  test('the compose example judges the simulator', async () => {
    const only = ['--only', 'auth.key.', 'fallback.', 'webhook.event.'];
    const { stdout } = await compose('run', '--rm', '--use-aliases', 'judge', 'gateway', '--effort', 'quick', ...only);
    expect(stdout).toContain('exit 0: no rule broken');
    expect(stdout).not.toContain('not applicable of');
  }, 300_000);
});
