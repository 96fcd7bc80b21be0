import type { ResultDocument, RuleRecord } from '../result/result-document.ts';

/** A shard's document with its exchanges and crashes named after the shard (`2-x17`), so that no two shards use one id. */
export function withOwnIds(document: ResultDocument): ResultDocument {
  const prefix = `${document.run.shard?.index ?? 0}-`;
  const own = (id: string) => `${prefix}${id}`;
  const crashIds = new Set(document.run.crashes?.map(({ id }) => id));
  const causeId = (id: string) => (crashIds.has(id) ? own(id) : id);
  const { run, summary } = document;
  return {
    ...document,
    run: {
      ...run,
      ...(run.crashes === undefined
        ? {}
        : { crashes: run.crashes.map((crash) => ({ ...crash, id: own(crash.id), exchange: own(crash.exchange) })) }),
    },
    summary: {
      ...summary,
      causes: summary.causes.map((cause) => ({
        ...cause,
        id: causeId(cause.id),
        ...(cause.exchange === undefined ? {} : { exchange: own(cause.exchange) }),
      })),
    },
    rules: document.rules.map((rule) => withOwnEvidence(rule, own, causeId)),
    exchanges: Object.fromEntries(
      Object.values(document.exchanges).map((record) => [own(record.id), { ...record, id: own(record.id) }]),
    ),
  };
}

function withOwnEvidence(record: RuleRecord, own: (id: string) => string, causeId: (id: string) => string): RuleRecord {
  const { witnesses, causedBy, failure, setup } = record;
  return {
    ...record,
    witnesses: witnesses.map(own),
    ...(causedBy === undefined ? {} : { causedBy: causeId(causedBy) }),
    ...(failure === undefined ? {} : { failure: withOwnExchanges(failure, own) }),
    ...(setup === undefined ? {} : { setup: withOwnExchanges(setup, own) }),
  };
}

function withOwnExchanges<T extends { readonly exchanges: readonly string[]; readonly shownBy: readonly string[] }>(
  evidence: T,
  own: (id: string) => string,
): T {
  return { ...evidence, exchanges: evidence.exchanges.map(own), shownBy: evidence.shownBy.map(own) };
}
