import { expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { runCli } from '../run-cli.ts';

async function judge(code: string, ...flags: readonly string[]) {
  const { context, stdout, stderr } = recordedContext({});
  const argv = [
    'client',
    '--only',
    'client.answer.content',
    '--drivers',
    '2',
    ...flags,
    '--',
    process.execPath,
    '-e',
    code,
  ];
  const exitCode = await runCli(argv, context);
  return { exitCode, stdout: stdout(), stderr: stderr() };
}

const driver = (onChat: string) => `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, op } = JSON.parse(line);
    const say = (value) => console.log(JSON.stringify(value));
    if (op === 'close') process.exit(0);
    else if (op === 'hello') say({ id, ok: true, result: { protocol: 'gateproof-driver/1', name: 'bad', operations: ['chat'] } });
    else { ${onChat} }
  });`;

test('a driver that can not say hello ends the run with exit code 4 and one line', async () => {
  const { exitCode, stderr } = await judge('process.exit(9)');
  expect(exitCode).toBe(4);
  expect(stderr.trim().split('\n').at(-1)).toContain('the driver ended without answering hello (exit code 9)');
});

test('a driver that dies in a call, and again when its case runs alone, fails the run by that call', async () => {
  const { exitCode, stdout } = await judge(driver('process.exit(3)'));
  expect(stdout).toContain('the driver died (exit code 3)');
  expect(stdout).toContain('The driver exits after the call chat.');
  expect(exitCode).toBe(1);
});

test.each([
  ['prints garbage', "console.log('oops')", 'the driver printed a line that is no answer: oops'],
  ['hangs', '', 'the driver gave no answer to chat within 0.2 s'],
])('a driver that %s in a call decides nothing, by name, and the run goes on', async (_what, onChat, message) => {
  const { exitCode, stdout } = await judge(driver(onChat), '--call-timeout', '200');
  expect(stdout).toContain(message);
  expect(exitCode).toBe(3);
});
