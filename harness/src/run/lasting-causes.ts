import type { DecidedRule } from './decided-rule.ts';
import { evidenceOf, mayFollow, namedIn } from './evidence-of.ts';
import type { FoundCause } from './found-cause.ts';
import type { RequestLog } from './request-log.ts';

/** What requests of a kind were always met with, as sentences say it. */
const meetings: Readonly<Record<string, string>> = {
  cut: 'loses its connection before the answer is whole',
  timeout: 'gets no whole answer in time',
};

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
        id: `lasting-${kind.replace(/\W+/g, '-').toLowerCase()}`,
        kind: 'missing-feature',
        sentence: `Every ${kind} ${meetings[trouble] ?? `is answered with ${trouble}`}.`,
        proved: false,
        shownBy: shown[0]?.exchange,
        rules: shown.map(({ rule }) => rule),
      },
    ];
  });
}
