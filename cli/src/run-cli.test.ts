import { expect, test } from 'vitest';
import { recordedContext } from './recorded-context.fixture.ts';
import { runCli } from './run-cli.ts';

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { context, stdout, stderr } = recordedContext();
  const code = await runCli(argv, context);
  return { code, stdout: stdout(), stderr: stderr() };
}

test('--help names every command, examples and all exit codes', async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  for (const command of ['gateway', 'replay', 'rules', 'simulate'])
    expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  expect(stdout).toContain('Examples:\n  npx gateproof gateway ');
  for (const code of [0, 1, 2, 3, 4, 5]) expect(stdout).toMatch(new RegExp(`^ {2}${code} {2}\\w`, 'm'));
});

test.each(['gateway', 'replay', 'rules', 'simulate'])('%s --help ends with examples', async (command) => {
  const { code, stdout } = await run(command, '--help');
  expect(code).toBe(0);
  expect(stdout).toContain(`\nExamples:\n  npx gateproof ${command === 'replay' ? 'gateway' : command}`);
});

test('--version is that of the package', async () => {
  expect(await run('--version')).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
});

test.each([
  ['a mistyped command', ['gatway'], 'Did you mean gateway?'],
  ['a mistyped option', ['gateway', '--effrt', 'quick'], 'Did you mean --effort?'],
  ['a bad choice', ['gateway', '--effort', 'lazy'], 'Allowed choices are quick, standard, thorough'],
  ['a bad number', ['gateway', '--seed', '1e9'], 'It takes a whole number from 0 to 2147483647'],
  ['two targets', ['gateway', '--url', 'http://a.test', '--profile', 'x'], 'cannot be used with'],
  ['a missing argument', ['replay', 'run.json'], "missing required argument 'rule'"],
  [
    'a mistyped option of a command',
    ['baseline', 'run.json', '--outptu', 'x'],
    "(try 'npx gateproof baseline --help')",
  ],
  ['a wrong URL without a key', ['gateway', '--url', 'localhost:9100'], 'localhost:9100 is no http or https URL'],
  ['no command', [], 'Usage: gateproof'],
])('%s ends with exit code 2 and one clear line', async (_what, argv, message) => {
  const { code, stdout, stderr } = await run(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test.each([
  [['gateway', '--only', 'auth.key.mising'], 'Did you mean auth.key.missing'],
  [['gateway', '--url', 'gateway.test', '--key', 'k'], 'is no http or https URL'],
  [['gateway', '--json', '/no/such/folder/run.json'], '--json: cannot write'],
  [['gateway', '--profile', '/no/such/profile.yaml'], 'there is no such file'],
  [['simulate', '--forward-webhooks', 'ftp://x'], 'It takes an http or https URL'],
  [['rules', 'auth.key.mising'], 'Did you mean auth.key.missing'],
])('%o is refused with exit code 2', async (argv, message) => {
  const { code, stderr } = await run(...argv);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('a rule is printed whole, as text and as JSON', async () => {
  const { code, stdout } = await run('rules', 'auth.key.missing');
  expect(code).toBe(0);
  expect(stdout).toContain('A request without a valid API key is refused with 401 unauthorized');
  expect(stdout).toMatch(/Freedom F160/);
  const asJson = await run('rules', 'auth.key.missing', '--json');
  expect(JSON.parse(asJson.stdout)).toMatchObject({ rule: { id: 'auth.key.missing' } });
});

test.each(['stream.failure', 'stream.failure.', 'stream.failure.*'])(
  'rules %s lists the rules below it',
  async (pattern) => {
    const { code, stdout } = await run('rules', pattern);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stream \(\d+\)\n {2}stream\.failure\./);
    expect(stdout).toContain('stream.failure.done-follows');
    expect(stdout).not.toContain('stream.event.');
  },
);
