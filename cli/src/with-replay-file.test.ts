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

test.each([
  ['url', ['--url', 'http://h:1', '--command', 'node gateway.js'], " --url http://h:1 --command 'node gateway.js'"],
  ['client', ['--prefix', 'acme', '--', 'node', 'driver.js'], ' -- node driver.js'],
  ['receiver', ['--url', 'http://h/hook', '--observer', 'http://h/count'], ' --url http://h/hook'],
  ['simulator', ['--deviation', 'd'], ''],
] as const)('the target of kind %s is named in the command', (kind, named, end) => {
  const document = sampleResult();
  const target = { ...document.target, kind, arguments: named };
  expect(withReplayFile({ ...document, target }, 'run.json').rules[0]?.failure?.replay).toBe(
    `npx gateproof replay run.json stream.done${end}`,
  );
});
