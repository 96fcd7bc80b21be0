import type {
  CauseRecord,
  ClassRecord,
  ExchangeRecord,
  FailureRecord,
  ResultDocument,
  RuleRecord,
  Verdict,
} from '@gateproof/harness';
import { verdictOrder } from './text/verdict-look.ts';

/** A rule record that passed, changed by `patch`. */
export function sampleRule(patch: Partial<RuleRecord> & { rule: string }): RuleRecord {
  return {
    area: patch.rule.split('.')[0] ?? '',
    party: 'gateway',
    level: 'must',
    kind: 'active',
    statement: `The statement of ${patch.rule}.`,
    section: 'Endpoints › POST /v1/chat/completions',
    verdict: 'pass',
    cases: { run: 5, exercised: 5 },
    durationMs: 120,
    witnesses: ['x1'],
    ...patch,
  };
}

export function sampleFailure(patch: Partial<FailureRecord> = {}): FailureRecord {
  return {
    expected: 'a last event `data: [DONE]`',
    observed: 'the stream ended after the failure chunk',
    case: { check: 'stream.done', seed: 77, path: '0:1', input: '{"tokens":3}', shrinks: 4 },
    exchanges: ['x1', 'x2'],
    shownBy: ['x1'],
    curl: ["curl -sS http://gateway.test/v1/chat/completions -H 'Authorization: Bearer $GATEPROOF_KEY'"],
    replay: 'npx gateproof replay result.json stream.done',
    ...patch,
  };
}

export function sampleExchange(patch: Partial<ExchangeRecord> & { id: string }): ExchangeRecord {
  return {
    side: 'request',
    request: {
      method: 'POST',
      url: 'http://gateway.test/v1/chat/completions',
      headers: [['Content-Type', 'application/json']],
      body: { text: '{"stream":true}' },
      bodyBytes: 15,
      atMs: 1000,
    },
    response: {
      status: 200,
      headers: [['content-type', 'text/event-stream']],
      body: { text: 'data: {"error":{"code":"provider_unavailable"}}\n\n' },
      bodyBytes: 49,
      headersAtMs: 1010,
    },
    ending: 'complete',
    endedAtMs: 1020,
    ...patch,
  };
}

/** What one conformance class came to: all of its ten rules hold, unless `patch` says otherwise. */
export function sampleClass(patch: Partial<ClassRecord> = {}): ClassRecord {
  const verdicts = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  const counts = { passed: 10, decided: 10, rules: 10 };
  return { class: 'core', title: 'Core', claimed: true, outcome: 'conformant', ...counts, verdicts, ...patch };
}

/** A cause of kind `rule` that nothing folds under, changed by `patch`. */
export function sampleCause(patch: Partial<CauseRecord> & { readonly id: string }): CauseRecord {
  return {
    kind: 'rule',
    sentence: `The sentence of ${patch.id}.`,
    harm: 'shape',
    exchange: 'x1',
    folded: [],
    waiting: [],
    proved: false,
    ...patch,
  };
}

/** A result document of these rules; counts and the exit code follow from the verdicts unless `patch` says otherwise. */
export function sampleDocument(rules: readonly RuleRecord[], patch: Partial<ResultDocument> = {}): ResultDocument {
  const counts = Object.fromEntries(
    verdictOrder.map((verdict) => [verdict, rules.filter((rule) => rule.verdict === verdict).length]),
  ) as Record<Verdict, number>;
  return {
    format: 'gateproof-result/1',
    tool: { name: 'gateproof', version: '0.1.0' },
    run: {
      id: 'run1',
      seed: 4242,
      effort: 'standard',
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 12_340,
      cases: 3210,
      requests: 5400,
      exchanges: 7000,
      coverage: { transitions: 36, walked: 35, missing: ['canceled › rotate'] },
    },
    target: {
      kind: 'url',
      baseUrl: 'http://gateway.test',
      prefix: 'svc',
      capabilities: ['accounts', 'keys'],
      arguments: ['--url', 'http://gateway.test'],
    },
    summary: {
      verdicts: counts,
      exitCode: counts.fail > 0 ? 1 : 0,
      classes: [],
      causes: rules.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => sampleCause({ id: rule, rule })),
      differences: [],
    },
    rules,
    exchanges: {
      x1: sampleExchange({ id: 'x1' }),
      x2: sampleExchange({ id: 'x2', side: 'upstream' }),
    },
    notes: [],
    ...patch,
  };
}
