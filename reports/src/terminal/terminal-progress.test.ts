import { expect, test } from 'vitest';
import { sampleRule } from '../sample-document.fixture.ts';
import { TerminalProgress } from './terminal-progress.ts';

const forecast = {
  requests: 300,
  generations: 100,
  tokens: undefined,
  answerMs: 20,
  durationMs: 50_000,
  limitMs: 600_000,
  neededLimitMs: undefined,
};
const erase = '\r\u001b[2K';

/** A progress whose time stands still until `pass` moves it, and all that it writes. */
function recorded(live: boolean, columns = 80) {
  const timers = new Set<{ readonly atMs: number; readonly action: () => void }>();
  let nowMs = 0;
  let text = '';
  const progress = new TerminalProgress({
    live,
    columns,
    write: (part) => {
      text += part;
    },
    clock: {
      nowMs: () => nowMs,
      after(delayMs, action) {
        const timer = { atMs: nowMs + delayMs, action };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  });
  const pass = (durationMs: number): void => {
    nowMs += durationMs;
    for (const timer of [...timers].filter(({ atMs }) => atMs <= nowMs)) {
      timers.delete(timer);
      timer.action();
    }
  };
  return { progress, pass, timers, text: () => text };
}

test('without a terminal there is a line at the start and one every ten seconds', () => {
  const { progress, pass, timers, text } = recorded(false);
  progress.onStart(100);
  progress.onForecast(forecast, () => 41_300);
  progress.onBegin('a.first');
  progress.onBegin('a.second');
  for (let done = 1; done <= 20; done += 1) {
    pass(500);
    progress.onRule(sampleRule({ rule: `a.r${done}`, verdict: done === 3 ? 'fail' : 'pass' }), done);
  }
  progress.onRule(sampleRule({ rule: 'a.first' }), 21);
  pass(10_000);
  progress.end();
  expect(text().split('\n')).toEqual([
    '0 of 100 rules decided · 0 s',
    'expected  about 300 requests, 100 of them chats and jobs; about 50 s at 20 ms an answer',
    '19 of 100 rules decided · 10 s, about 41 s left · 1 red · a.first and 1 more',
    '21 of 100 rules decided · 20 s, about 41 s left · 1 red · a.second',
    '',
  ]);
  expect(timers.size).toBe(0);
});

test('no time is said to be left in the first tenth, nor while causes are measured, which is said', () => {
  const { progress, pass, text } = recorded(false);
  progress.onStart(100);
  progress.onForecast(forecast, () => 91_000);
  pass(10_000);
  progress.onRule(sampleRule({ rule: 'a.first' }), 100);
  progress.onCauses(12);
  pass(10_000);
  progress.end();
  expect(text().split('\n').slice(2)).toEqual([
    '0 of 100 rules decided · 10 s',
    '100 of 100 rules decided · 20 s · measuring the causes of 12 failing rules',
    '',
  ]);
});

test('on a terminal one line changes in place, never wider than the terminal, and goes away at the end', () => {
  const { progress, pass, text } = recorded(true, 50);
  progress.onStart(2);
  progress.onBegin('stream.failure.done-follows');
  pass(1_000);
  progress.onNote('the target exited');
  progress.onRule(sampleRule({ rule: 'stream.failure.done-follows' }), 1);
  progress.end();
  const shown = text().split(erase);
  expect(shown.slice(1)).toEqual([
    '░░░░░░░░░░░░░░░░░░░░ 0/2 · 0 s',
    '░░░░░░░░░░░░░░░░░░░░ 0/2 · 0 s · stream.failure.…',
    '░░░░░░░░░░░░░░░░░░░░ 0/2 · 1 s · stream.failure.…',
    'note  the target exited\n',
    '░░░░░░░░░░░░░░░░░░░░ 0/2 · 1 s · stream.failure.…',
    '██████████░░░░░░░░░░ 1/2 · 1 s',
    '',
  ]);
});

test('a note is shown once, and so are only the first ones', () => {
  const { progress, text } = recorded(false);
  for (const note of ['a', 'a', 'b', 'c', 'd', 'e', 'f']) progress.onNote(note);
  expect(text()).toBe('note  a\nnote  b\nnote  c\nnote  d\nnote  e\n');
});
