import { expect, test } from 'vitest';
import { startRunClock } from '../../clock/run-clock.ts';
import { launchCommand } from './launch-command.ts';
import type { AskStatus, Readiness } from './launched.ts';

const clock = startRunClock();
const nobody: AskStatus = async () => undefined;

function launch(script: string, ready: Partial<Readiness>, ask: AskStatus = nobody) {
  const start = [process.execPath, '-e', script];
  const given = { kind: 'command', start, ready: { timeoutMs: 10_000, ...ready } } as const;
  return launchCommand(given, { baseUrl: 'http://127.0.0.1:9', ask, clock });
}

const stays = 'setInterval(() => undefined, 1000)';

test('is ready by what it prints, and ends with everything that it started', async () => {
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}]); console.log('child', c.pid); ${stays}`;
  const seen: string[] = [];
  const launched = await launch(script, { log: 'child \\d+' });
  seen.push(...launched.notes());
  expect(launched.deaths()).toBe(0);
  await launched.stop();
  expect(seen).toEqual([]);
  expect(launched.deaths()).toBe(0);
});

test('is ready by a URL once that answers below 500', async () => {
  const statuses = [undefined, undefined, 503, 204];
  const launched = await launch(stays, { url: 'http://127.0.0.1:9/health' }, async () => statuses.shift());
  expect(statuses).toEqual([]);
  await launched.stop();
});

test.each([
  [
    'one that ends at once',
    'console.log("no config"); process.exit(3)',
    { log: 'ready' },
    'exited with code 3 before it was ready; it last printed: no config',
  ],
  [
    'one that never gets ready',
    stays,
    { log: 'ready', timeoutMs: 200 },
    'was not ready within 0.2 s (it never printed what matches ready); it printed nothing',
  ],
  ['one that opens no port', stays, { port: 1, timeoutMs: 200 }, 'nothing takes connections on port 1'],
])('%s is reported in one line', async (_name, script, ready, message) => {
  const error = await launch(script, ready).catch((thrown: unknown) => thrown as Error);
  expect(error).toMatchObject({ name: 'UnreachableError' });
  expect((error as Error).message).toContain(message);
  expect((error as Error).message).not.toContain('\n');
});

test('a program that does not exist is reported as such', async () => {
  const start = ['/no/such/program'];
  const ready = { timeoutMs: 1_000 };
  await expect(
    launchCommand({ kind: 'command', start, ready }, { baseUrl: 'http://127.0.0.1:9', ask: nobody, clock }),
  ).rejects.toThrow('could not be started (spawn /no/such/program ENOENT)');
});

test('whoever answers there already is not taken for the command', async () => {
  await expect(launch(stays, {}, async () => 200)).rejects.toThrow('something answers already');
});

test('one that died is started again, and its last words are kept', async () => {
  const launched = await launch('console.log("up"); setTimeout(() => process.exit(9), 150)', { log: 'up' });
  const untilMs = clock.nowMs() + 5_000;
  while (launched.deaths() === 0 && clock.nowMs() < untilMs) await clock.pause(10);
  expect(launched.notes()).toEqual([
    'the command exited with code 9 in the middle of the run and was started again; it last printed: up',
  ]);
  expect(await launched.revive()).toBe(true);
  await launched.stop();
});
