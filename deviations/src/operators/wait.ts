import type { WebhookAnswer } from '@gateproof/simulator/behaviour';
import { minuteMs } from '@gateproof/spec';
import { type Change, decide, overrule } from '../change.ts';
import type { Failures } from './retry.ts';

/** Waits these minutes between attempts, the last of them from then on. */
export const wait = (...minutes: readonly number[]): Change =>
  decide('webhooks', `waits ${minutes.join(', ')} minutes between attempts`, {
    gapMs: (made) => (minutes[made - 1] ?? minutes.at(-1) ?? 0) * minuteMs,
  });

type Minutes = (made: number, answer: WebhookAnswer | undefined, fraction: number) => number;

/** Waits so many minutes after some failures. `made`: how many attempts there were. */
export const waitAfter = (failures: Failures, words: string, minutes: Minutes): Change =>
  overrule('webhooks.gapMs', `waits ${words} ${failures.words}`, (gapMs, made, fraction, answer) =>
    failures.covers(answer?.status ?? null)
      ? minutes(made, answer, fraction) * minuteMs
      : gapMs(made, fraction, answer),
  );
