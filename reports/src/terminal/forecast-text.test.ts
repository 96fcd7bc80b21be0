import { expect, test } from 'vitest';
import { forecastText } from './forecast-text.ts';

const forecast = {
  requests: 1_490,
  generations: 805,
  tokens: 22_540,
  answerMs: 120.4,
  durationMs: 241_300,
  limitMs: 600_000,
  neededLimitMs: undefined,
};

test('cost and time stand in one line', () => {
  expect(forecastText(forecast)).toBe(
    'about 1,490 requests, 805 of them chats and jobs, about 22,540 tokens; about 4 min at 120 ms an answer',
  );
});

test('a limit that is too short is named with the one that would do', () => {
  expect(forecastText({ ...forecast, tokens: undefined, neededLimitMs: 900_000 })).toBe(
    'about 1,490 requests, 805 of them chats and jobs; about 4 min at 120 ms an answer; the limit is 600 s, --time-limit 900 would do',
  );
});
