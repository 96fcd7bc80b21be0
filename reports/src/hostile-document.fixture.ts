import type { CauseRecord, ResultDocument, RuleRecord } from '@gateproof/harness';
import {
  sampleCause,
  sampleClass,
  sampleDocument,
  sampleExchange,
  sampleFailure,
  sampleRule,
} from './sample-document.fixture.ts';

/** What a target may put into any text: escape codes, bells, reordering marks, wide characters, words without an end, line feeds, code fences. */
export const hostileText = `\u001b[2J\u001b]0;title\u0007 漢字漢字🎉 \u202ereversed\u202c ${'w'.repeat(400)}\r\n\n\`\`\`\n</details> ${'many words '.repeat(40)}`;

const failures = 300;
const { verdicts } = sampleClass();
const classes = ['Basic', 'Core', 'Streaming', 'Fallback', 'Idempotency', 'Jobs', 'Webhooks'].map((title) =>
  sampleClass({
    title,
    outcome: 'broken',
    passed: 123,
    decided: 321,
    verdicts: { ...verdicts, blocked: 123, 'not-applicable': 321 },
  }),
);
const causes = 40;

/** The result of a gateway with 300 failures whose texts are hostile, and with some of every other verdict. */
export function hostileDocument(): ResultDocument {
  const document = sampleDocument([
    ...repeated(failures, 'chat.body.some-long-name.field-type', failing),
    ...repeated(60, 'job.undecided', (rule) =>
      sampleRule({ rule, verdict: 'inconclusive', reason: `${rule} ${hostileText}` }),
    ),
    ...repeated(30, 'job.blocked', (rule) => sampleRule({ rule, verdict: 'blocked', reason: hostileText })),
    ...repeated(30, 'error.warn', (rule) => sampleRule({ rule, verdict: 'warn', failure: hostileFailure(rule) })),
    ...repeated(30, 'error.error', (rule) => sampleRule({ rule, verdict: 'error', reason: hostileText })),
    ...repeated(90, 'webhook.absent', (rule) =>
      sampleRule({ rule, verdict: 'not-applicable', missing: ['webhooks', 'clock'] }),
    ),
  ]);
  const { run, target } = document;
  return {
    ...document,
    run: { ...run, only: ['chat.', hostileText], cutShort: { reason: 'time-limit', sentence: hostileText } },
    target: {
      ...target,
      baseUrl: `http://gateway.test/${'p'.repeat(200)}`,
      capabilities: ['accounts', 'credit', 'keys', 'models', 'upstreams', 'webhooks', 'rotation', 'clock'],
    },
    summary: { ...document.summary, causes: hostileCauses(document.rules), classes },
    exchanges: { x1: hostileExchange() },
    notes: Array.from({ length: 50 }, (_, index) => `${index} ${hostileText}`),
  };
}

function repeated(count: number, name: string, make: (rule: string) => RuleRecord): RuleRecord[] {
  return Array.from({ length: count }, (_, index) => make(`${name}-${index}`));
}

function failing(rule: string): RuleRecord {
  return sampleRule({
    rule,
    verdict: 'fail',
    statement: 'A statement of some length, as rules have. '.repeat(4),
    failure: hostileFailure(rule),
  });
}

function hostileFailure(rule: string) {
  return sampleFailure({
    expected: hostileText,
    observed: hostileText,
    onReplay: hostileText,
    case: {
      check: 'some.other-check',
      seed: 1,
      path: '0:1:2',
      input: JSON.stringify({ text: hostileText }),
      shrinks: 2,
    },
    exchanges: ['x1'],
    shownBy: ['x1'],
    replay: `npx gateproof replay run.json ${rule} --url http://gateway.test/long/path`,
    curl: [
      `curl -isSN -X POST http://gateway.test/v1/chat -H "Authorization: Bearer $KEY" --data-raw '${'d'.repeat(300)}'`,
    ],
  });
}

function hostileExchange() {
  const { request } = sampleExchange({ id: 'x1' });
  const response = { status: 500, headers: [['Content-Type', hostileText]] as const, bodyBytes: 2_000, headersAtMs: 2 };
  return sampleExchange({
    id: 'x1',
    request: { ...request, url: `http://gateway.test/${hostileText}` },
    response: { ...response, body: { text: hostileText } },
    ending: 'cut',
    trouble: hostileText,
  });
}

/** Half of the failures fold under the first causes, each of the others is a cause. */
function hostileCauses(rules: readonly RuleRecord[]): CauseRecord[] {
  const ids = rules.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  return ids.slice(0, causes).map((rule, index) =>
    sampleCause({
      id: rule,
      rule,
      sentence: hostileText,
      folded: index < 4 ? ids.slice(100 + index * 40, 140 + index * 40) : [],
      proved: true,
    }),
  );
}
