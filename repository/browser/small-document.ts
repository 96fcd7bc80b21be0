import type { ResultDocument } from '@gateproof/harness';
import {
  sampleCause,
  sampleClass,
  sampleDocument,
  sampleFailure,
  sampleRule,
} from '../../reports/src/sample-document.fixture.ts';

/** A result with two failures, one that folds under a cause, and two rules that hold. */
export function smallDocument(): ResultDocument {
  const document = sampleDocument([
    sampleRule({ rule: 'stream.done', verdict: 'fail', failure: sampleFailure() }),
    sampleRule({ rule: 'stream.usage', verdict: 'fail', causedBy: 'stream.done', failure: sampleFailure() }),
    sampleRule({ rule: 'error.retry-after', verdict: 'warn', level: 'should', failure: sampleFailure() }),
    sampleRule({ rule: 'auth.key' }),
    sampleRule({ rule: 'webhook.signed', verdict: 'not-applicable', missing: ['webhooks'] }),
  ]);
  const cause = sampleCause({ id: 'stream.done', rule: 'stream.done', folded: ['stream.usage'], proved: true });
  const { verdicts } = sampleClass();
  const classes = [
    sampleClass({ outcome: 'broken', passed: 8, verdicts: { ...verdicts, fail: 2, pass: 8 } }),
    sampleClass({ class: 'jobs', title: 'Jobs', verdicts: { ...verdicts, pass: 10 } }),
  ];
  return { ...document, summary: { ...document.summary, causes: [cause], classes } };
}
