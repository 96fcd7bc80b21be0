import { expect, test } from 'vitest';
import { sampleRule } from '../sample-document.fixture.ts';
import { terminalProgress } from './terminal-progress.ts';

function recorded(live: boolean, columns = 80): { progress: ReturnType<typeof terminalProgress>; text: () => string } {
  let text = '';
  const progress = terminalProgress({
    live,
    columns,
    write: (part) => {
      text += part;
    },
  });
  return { progress, text: () => text };
}

test('without a terminal there are five sparse lines and one per red rule', () => {
  const { progress, text } = recorded(false);
  progress.onStart(100);
  for (let done = 1; done <= 100; done += 1) {
    progress.onRule(sampleRule({ rule: `a.r${done}`, verdict: done === 30 ? 'fail' : 'pass' }), done);
  }
  expect(text().trimEnd().split('\n')).toEqual([
    '20 of 100 rules decided',
    '✗ fail  a.r30',
    '40 of 100 rules decided, 1 red',
    '60 of 100 rules decided, 1 red',
    '80 of 100 rules decided, 1 red',
    '100 of 100 rules decided, 1 red',
  ]);
});

test('on a terminal one line changes in place, never wider than the terminal, and goes away at the end', () => {
  const { progress, text } = recorded(true, 30);
  progress.onStart(2);
  progress.onRule(sampleRule({ rule: 'stream.failure.done-follows' }), 1);
  progress.onNote('the target died');
  progress.onRule(sampleRule({ rule: 'b' }), 2);
  progress.end();
  expect(text()).toBe(
    '\r\u001b[2K1 of 2 rules decided  stream.\r\u001b[2Knote  the target died\n\r\u001b[2K2 of 2 rules decided  b\r\u001b[2K',
  );
});
