import type { ResultDocument } from '@gateproof/harness';

/** A small result document with one failure. */
export function sampleResult(): ResultDocument {
  const verdicts = {
    pass: 0,
    fail: 1,
    flaky: 0,
    warn: 0,
    inconclusive: 0,
    blocked: 0,
    'not-applicable': 0,
    'not-claimed': 0,
    known: 0,
    provisional: 0,
    differs: 0,
    error: 0,
  };
  return {
    format: 'gateproof-result/1',
    tool: { name: 'gateproof', version: '0.1.0' },
    run: {
      id: 'r',
      seed: 7,
      effort: 'quick',
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 10,
      cases: 1,
      requests: 1,
      exchanges: 0,
    },
    target: { kind: 'url', baseUrl: 'http://gateway.test', prefix: 'svc', capabilities: [], arguments: [] },
    summary: { verdicts, exitCode: 1, classes: [], causes: [], differences: [] },
    rules: [
      {
        rule: 'stream.done',
        area: 'stream',
        party: 'gateway',
        level: 'must',
        kind: 'active',
        statement: 'S.',
        section: 'S',
        verdict: 'fail',
        cases: { run: 1, exercised: 1 },
        durationMs: 1,
        witnesses: [],
        failure: {
          expected: 'a',
          observed: 'b',
          case: { check: 'stream.done', seed: 7, path: '0', input: '{}', shrinks: 0 },
          exchanges: [],
          shownBy: [],
          curl: [],
          replay: 'npx gateproof replay RESULT.json stream.done',
        },
      },
    ],
    exchanges: {},
    notes: [],
  };
}
