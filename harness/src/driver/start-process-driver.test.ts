import { afterEach, describe, expect, test } from 'vitest';
import { startRunClock } from '../clock/run-clock.ts';
import { driverCommand, helloWith } from './bad-driver.fixture.ts';
import { type Driver, DriverTrouble } from './driver.ts';
import { startProcessDriver } from './start-process-driver.ts';

const clock = startRunClock();
const started: Driver[] = [];
afterEach(() => Promise.all(started.splice(0).map((driver) => driver.close())));

async function start(command: readonly string[]): Promise<Driver> {
  const driver = await startProcessDriver(command, clock);
  started.push(driver);
  return driver;
}

const chat = { op: 'chat', params: {} } as const;
const served = `say({ id: request.id, ok: true, result: { content: 'fine' } });`;

describe('a driver that does not begin well', () => {
  test.each([
    ['can not be started', ['/nowhere/driver'], 'could not be started: there is no program /nowhere/driver'],
    ['has no command', [''], 'has no command'],
    ['dies at hello', driverCommand('', 'process.exit(7)'), 'ended without answering hello (exit code 7)'],
    ['is no driver', ['true'], 'ended without answering hello (exit code 0)'],
    [
      'dies with a word',
      driverCommand('', "process.stderr.write('no such module\\n'); process.exit(1)"),
      'it last wrote: no such module',
    ],
    ['prints something else', driverCommand('', "raw('Welcome!\\n')"), 'printed a line that is no answer: Welcome!'],
    [
      'refuses hello',
      driverCommand('', "say({ id: request.id, ok: false, error: { message: 'busy' } })"),
      'refused hello: busy',
    ],
    [
      'speaks another version',
      driverCommand('', helloWith({ protocol: 'gateproof-driver/9' })),
      'speaks "gateproof-driver/9"; wanted protocol gateproof-driver/1',
    ],
    ['has no name', driverCommand('', helloWith({ name: null })), 'lacks a name or its operations'],
    [
      'claims a feature that there is not',
      driverCommand('', helloWith({ features: ['concurrent', 'telepathy'] })),
      'claims features that the protocol does not have: telepathy',
    ],
    [
      'claims an operation that there is not',
      driverCommand('', helloWith({ operations: ['chat', 'dance'] })),
      'claims operations that the protocol does not have: dance',
    ],
  ])('%s', async (_what, command, message) => {
    const failure = await startProcessDriver(command, clock).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DriverTrouble);
    expect((failure as Error).message).toContain(message);
    expect((failure as Error).message).not.toContain('\n');
  });
});

test('a driver that loads for longer than the limit of hello is given up', async () => {
  const failure = await startProcessDriver(driverCommand('', ''), clock, 100).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'the driver gave no answer to hello within 0.1 s' });
});

describe('a driver that breaks the protocol in a call', () => {
  test.each([
    ['dies', 'process.exit(3)', 'died (exit code 3)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 'died (SIGKILL)'],
    ['prints garbage', "raw('Segmentation fault\\n')", 'printed a line that is no answer: Segmentation fault'],
    ['prints JSON that is no answer', 'say({ id: request.id })', 'printed a line that is no answer: {"id":2}'],
    [
      'ends in the middle of a line',
      'raw(\'{"id": 2, "ok": tr\'); process.exitCode = 0; process.stdin.destroy()',
      'ended in the middle of a line: {"id": 2, "ok": tr',
    ],
    [
      'answers what nobody asked',
      'say({ id: 99, ok: true, result: {} })',
      'answered request 99, which nobody waits for',
    ],
    ['prints a line without end', "raw('x'.repeat(40_000_000))", 'printed a line of more than 16 MiB'],
  ])('%s', async (_what, code, message) => {
    const driver = await start(driverCommand(code));
    await expect(driver.call(chat, 15_000)).rejects.toThrow(message);
    await expect(driver.call(chat, 15_000)).rejects.toThrow(message);
  });

  test('gives no answer, and is silent', async () => {
    const driver = await start(driverCommand(''));
    const failure = await driver.call(chat, 100).catch((error: unknown) => error);
    expect(failure).toMatchObject({ isSilent: true, message: 'the driver gave no answer to chat within 0.1 s' });
  });

  test('answers twice', async () => {
    const driver = await start(driverCommand(`${served} ${served}`));
    await driver.call(chat, 15_000);
    await expect(driver.call({ op: 'chat_stream' }, 15_000)).rejects.toThrow('which nobody waits for');
  });
});

describe('a driver that is odd, but keeps the protocol', () => {
  test('answers in another order', async () => {
    const later = `setTimeout(() => say({ id: request.id, ok: true, result: { op: request.op } }), request.op === 'chat' ? 100 : 0);`;
    const driver = await start(driverCommand(later));
    const answers = await Promise.all([driver.call(chat, 15_000), driver.call({ op: 'get_job' }, 15_000)]);
    expect(answers.map((answer) => answer.ok && answer.result.op)).toEqual(['chat', 'get_job']);
  });

  test('answers a call that is aborted once it is asked to', async () => {
    const ends = `if (request.op === 'abort') {
      say({ id: request.params.request, ok: false, error: { message: 'aborted' } });
      say({ id: request.id, ok: true, result: {} });
    }`;
    const driver = await start(driverCommand(ends));
    const abort = new AbortController();
    const answer = driver.call(chat, 15_000, abort.signal);
    abort.abort();
    await expect(answer).resolves.toMatchObject({ ok: false, error: { message: 'aborted' } });
  });

  test('names no features, as drivers did before there were any', async () => {
    expect((await start(driverCommand(served))).description.features).toBeUndefined();
  });

  test('writes much to standard error', async () => {
    const driver = await start(driverCommand(`process.stderr.write('noise '.repeat(2_000_000)); ${served}`));
    await expect(driver.call(chat, 15_000)).resolves.toMatchObject({ ok: true });
  });

  test('answers in pieces, with empty lines', async () => {
    const pieces = `raw('\\n{"id": ' + request.id); setTimeout(() => raw(', "ok": true, "result": {"content": "Zoë"}}\\n\\n'), 30);`;
    const driver = await start(driverCommand(pieces));
    await expect(driver.call(chat, 15_000)).resolves.toMatchObject({ result: { content: 'Zoë' } });
  });

  test('answers and dies at once: the answer counts', async () => {
    const driver = await start(driverCommand(`${served} process.exitCode = 1; process.stdin.destroy();`));
    await expect(driver.call(chat, 15_000)).resolves.toMatchObject({ ok: true });
    await expect(driver.call(chat, 15_000)).rejects.toThrow('died');
  });
});
