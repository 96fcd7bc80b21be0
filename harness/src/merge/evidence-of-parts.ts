import type { History } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { fromRecord } from '../result/from-record.ts';
import type { ResultDocument } from '../result/result-document.ts';
import type { StandingSource } from '../run/standing-source.ts';

/** What the documents of all shards keep, as settling and the search for causes read it. */
export interface PartsEvidence {
  /** Unknown ids are left out. */
  exchangesOf(ids: readonly string[]): readonly Exchange[];
  readonly standing: StandingSource;
  /** Exchanges of one case as their shard judged them, which may have reached the target at another address than the other shards. */
  historyOf(exchanges: readonly Exchange[]): History;
}

/** The exchanges of all parts, read back once each. The ids of the parts must differ. */
export function evidenceOfParts(parts: readonly [ResultDocument, ...ResultDocument[]]): PartsEvidence {
  const [first] = parts;
  const exchanges = new Map(
    parts.flatMap((part) => Object.values(part.exchanges).map((record) => [record.id, fromRecord(record)] as const)),
  );
  const targets = new Map(
    parts.flatMap(({ exchanges: own, target }) => Object.keys(own).map((id) => [id, target] as const)),
  );
  const exchangesOf = (ids: readonly string[]) => ids.flatMap((id) => exchanges.get(id) ?? []);
  const standing: StandingSource = {
    entry(rule) {
      const records = parts.flatMap((part) => part.rules.filter((record) => record.rule === rule));
      if (records.length === 0) return undefined;
      const broken = records.flatMap(({ failure, verdict }) =>
        failure === undefined || verdict === 'warn' ? [] : [failure],
      );
      const warned = records.find(({ verdict }) => verdict === 'warn')?.failure;
      return {
        witnesses: exchangesOf(records.find(({ verdict }) => verdict === 'pass')?.witnesses ?? []),
        breaks: new Map(broken.map((failure) => [failure.case.check, exchangesOf(failure.exchanges)])),
        caution: warned === undefined ? undefined : { exchanges: exchangesOf(warned.exchanges) },
      };
    },
  };
  const historyOf = (seen: readonly Exchange[]): History => {
    const { prefix, baseUrl } = targets.get(seen[0]?.id ?? '') ?? first.target;
    return { exchanges: seen, prefix, baseUrl, notes: {} };
  };
  return { exchangesOf, standing, historyOf };
}
