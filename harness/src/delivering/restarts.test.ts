import { expect, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { Restarts } from './restarts.ts';

const clock = startRunClock();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Two cases are under way; what is done is logged. */
async function withTwoCases() {
  const log: string[] = [];
  const restarts = new Restarts({
    restart: async () => {
      log.push('restart');
    },
    clock,
    answers: async () => true,
  });
  await restarts.enter();
  await restarts.enter();
  return { restarts, log };
}

test('a restart waits for the other cases, and those that begin meanwhile wait for it', async () => {
  const { restarts, log } = await withTwoCases();
  const restarted = restarts.restart();
  const later = restarts.enter().then(() => log.push('later'));
  await turn();
  expect(log).toEqual([]);
  log.push('left');
  restarts.leave();
  await Promise.all([restarted, later]);
  expect(log).toEqual(['left', 'restart', 'later']);
});

test('two cases that ask for a restart get one each, the second when the first has ended', async () => {
  const { restarts, log } = await withTwoCases();
  const restartAndLeave = () => restarts.restart().then(() => restarts.leave());
  await Promise.all([restartAndLeave(), restartAndLeave()]);
  expect(log).toEqual(['restart', 'restart']);
  await restarts.enter();
});

test('what is to be done just before a restart is done once the other cases have ended', async () => {
  const { restarts, log } = await withTwoCases();
  const restarted = restarts.restart(async () => {
    log.push('before');
  });
  await turn();
  log.push('left');
  restarts.leave();
  await restarted;
  expect(log).toEqual(['left', 'before', 'restart']);
});

test('a receiver that nothing can restart, and a command that fails', async () => {
  const answers = async () => true;
  await expect(new Restarts({ restart: undefined, clock, answers }).restart()).rejects.toThrow('--restart');
  const failing = new Restarts({ restart: 'echo gone >&2; exit 3', clock, answers });
  await failing.enter();
  await expect(failing.restart()).rejects.toThrow('failed: gone');
});

test('what a case does alone waits for the other cases, and needs nothing that restarts the receiver', async () => {
  const log: string[] = [];
  const restarts = new Restarts({ restart: undefined, clock, answers: async () => true });
  await restarts.enter();
  await restarts.enter();
  const alone = restarts.alone(async () => {
    log.push('alone');
  });
  await turn();
  log.push('left');
  restarts.leave();
  await alone;
  expect(log).toEqual(['left', 'alone']);
});
