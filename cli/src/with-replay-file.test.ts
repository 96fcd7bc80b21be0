import { expect, test } from 'vitest';
import { sampleResult } from './gateway/sample-result.fixture.ts';
import { withReplayFile } from './with-replay-file.ts';

test.each([
  ['out/run.json', 'npx gateproof replay out/run.json stream.done'],
  ["it's $& mine.json", "npx gateproof replay 'it'\\''s $& mine.json' stream.done"],
  ['-', 'npx gateproof replay RESULT.json stream.done'],
  [undefined, 'npx gateproof replay RESULT.json stream.done'],
])('with --json %s the replay command is %s', (file, command) => {
  expect(withReplayFile(sampleResult(), file).rules[0]?.failure?.replay).toBe(command);
});
