import type { RuleRecord } from '../result/result-document.ts';
import { asClient } from './asking-client.ts';
import type { DecidedRule } from './decided-rule.ts';

/** What other shards may have decided about a rule that this one could not decide. */
export function openQuestions(
  { decision, report, reliesOn }: DecidedRule,
  redact: (text: string) => string,
): Pick<RuleRecord, 'reliesOn' | 'setup'> {
  if (decision.verdict !== 'inconclusive' && decision.verdict !== 'blocked') return {};
  const failure = report?.setupFailure;
  return {
    ...(reliesOn === undefined ? {} : { reliesOn }),
    ...(failure === undefined
      ? {}
      : {
          setup: {
            what: redact(failure.what),
            isLasting: failure.isLasting,
            case: {
              check: report?.rule ?? '',
              seed: failure.seed,
              path: failure.path,
              ...asClient(failure.client),
              input: redact(failure.input),
            },
            exchanges: failure.exchanges.map(({ id }) => id),
            shownBy: failure.shownBy,
          },
        }),
  };
}
