import { reportInStream } from '../../operators/streams.ts';
import { each, rows } from '../../rows.ts';

/** Refusals before a stream that are reported in it. */
export const streamFailureCorners = rows({
  ...each(
    [
      ['auth.model.chat', 'forbidden'],
      ['auth.cap.chat', 'budget_exceeded'],
      ['auth.credit.chat', 'insufficient_credit'],
      ['auth.policy.region-chat', 'policy_conflict'],
      ['limit.rate.refused-stream', 'rate_limited'],
    ] as const,
    ([rule, code]) => [`${rule}:in-stream`, reportInStream(code)],
  ),
});
