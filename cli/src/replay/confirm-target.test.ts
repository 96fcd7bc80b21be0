import { expect, test } from 'vitest';
import { recordedContext } from '../recorded-context.fixture.ts';
import { confirmTarget } from './confirm-target.ts';

const named = { file: 'run.json', arguments: ['--url', 'http://127.0.0.1:9', '--command', 'touch X'] };

test('where nobody can be asked, the target must be named again', async () => {
  await expect(confirmTarget(named, recordedContext().context)).rejects.toThrow(
    "run.json names its target itself, and a file is not trusted with that; name it again: --url http://127.0.0.1:9 --command 'touch X'",
  );
});

test('at a terminal the question shows what would be started', async () => {
  const asked: string[] = [];
  const yes = async (message: string) => asked.push(message) > 0;
  await confirmTarget(named, recordedContext().context, yes);
  expect(asked).toEqual([expect.stringContaining("--command 'touch X'")]);
});

test('what a file names stays in one line, whatever is in it', async () => {
  const forged = { file: 'run.json', arguments: ['--url', 'http://h\n? Start it? \u001b[32mYes'] };
  await expect(confirmTarget(forged, recordedContext().context)).rejects.toThrow(
    "--url 'http://h\\n? Start it? \\x1b[32mYes'",
  );
});

test.each([
  ['no', () => Promise.resolve(false)],
  ['Ctrl-C', () => Promise.reject(new Error('ended'))],
])('%s replays nothing', async (_answer, answer) => {
  await expect(confirmTarget(named, recordedContext().context, answer)).rejects.toThrow('nothing was replayed');
});
