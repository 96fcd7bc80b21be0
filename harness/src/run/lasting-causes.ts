import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf, mayFollow, namedIn } from './evidence-of.ts';
import type { FoundCause } from './found-cause.ts';
import { lastingCause } from './lasting-cause.ts';
import type { RequestLog } from './request-log.ts';

/**
 * Kinds of requests of which none was ever served: each always met with the same trouble. Of the red rules those fold under one whose own case shows
 * the break by such a request.
 */
export function lastingCauses(
  decided: readonly DecidedRule[],
  log: Pick<RequestLog, 'lasting' | 'kindsOf'>,
): FoundCause[] {
  const red = decided.filter((entry) => mayFollow(entry) && entry.causedBy === undefined);
  return log.lasting().flatMap(({ kind, trouble }): FoundCause[] => {
    const shown = red.flatMap((entry) => {
      const named = namedIn(entry);
      const exchange = (named.length > 0 ? named : evidenceOf(entry)).find(({ id }) => log.kindsOf(id).includes(kind));
      return exchange === undefined ? [] : [{ rule: entry.rule.id, exchange }];
    });
    if (shown.length === 0) return [];
    return [
      {
        ...lastingCause({ kind, trouble }),
        kind: 'missing-feature',
        harm: 'shape',
        proved: false,
        shownBy: shown[0]?.exchange,
        rules: shown.map(({ rule }) => rule),
      },
    ];
  });
}
