import { expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { UsageError } from '../usage-error.ts';
import { runSimulate } from './run-simulate.ts';
import type { SimulateFlags } from './simulate-flags.ts';

/** What the simulator prints when it is started so and ended at once. */
async function bannerOf(flags: Partial<SimulateFlags>): Promise<string> {
  const { context, stdout, interrupt } = recordedContext();
  interrupt();
  await runSimulate({ port: 0, host: '127.0.0.1', ...flags }, context);
  return stdout();
}

test('on this machine alone it needs no token and has a fixed key', async () => {
  const banner = await bannerOf({});
  expect(banner).toMatch(/listens at http:\/\/127\.0\.0\.1:\d+\n {2}key {3}sk-gateproof-default\n/);
  expect(banner).not.toContain('Other machines');
});

test.each(['0.0.0.0', '::', '192.0.2.1', 'gateway.example'])('at %s it needs a token', async (host) => {
  await expect(bannerOf({ host })).rejects.toThrow(
    new UsageError(
      `--host ${host} opens the simulator to other machines; name a secret for its testbed with --testbed-token or GATEPROOF_TESTBED_TOKEN`,
    ),
  );
});

test('an empty token is refused everywhere', async () => {
  await expect(bannerOf({ testbedToken: '' })).rejects.toThrow('the testbed token is empty');
});

test('beyond this machine it prints the address that it listens at, warns, and draws its key', async () => {
  const banner = await bannerOf({ host: '0.0.0.0', testbedToken: 'secret' });
  expect(banner).toMatch(/listens at http:\/\/0\.0\.0\.0:\d+\n {2}Other machines can reach it/);
  expect(banner).toContain('key   sk-drawn');
});

test('a key that was named is kept', async () => {
  expect(await bannerOf({ host: '0.0.0.0', testbedToken: 'secret', key: 'sk-mine' })).toContain('key   sk-mine');
});
