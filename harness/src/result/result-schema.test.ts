import { capabilities, type Rule, resultSchema } from '@gateproof/spec';
import { SchemaValidator } from '@gateproof/spec/validation';
import { describe, expect, test } from 'vitest';
import { applyBaseline } from '../baseline/apply-baseline.ts';
import { type Baseline, baselineFormat } from '../baseline/baseline.ts';
import { NotExercised, SetupFailed } from '../check/setup-failed.ts';
import { type Verdict, verdicts } from '../check/verdict.ts';
import { Caution, Violation } from '../check/violation.ts';
import { aCheck, anExchange, aRule, aTarget, runOptions } from '../run/run-fixture.fixture.ts';
import { runSuite } from '../run/run-suite.ts';
import { nothingSmoked } from '../run/smoke-report.ts';
import { closedSchema } from './closed-schema.fixture.ts';
import type { TargetRecord } from './result-document.ts';
import { toRecord } from './to-record.ts';

const validator = new SchemaValidator(resultSchema());
const strict = new SchemaValidator(closedSchema(resultSchema(), ['message']));
const finding = { expected: 'a', observed: 'b', exchanges: ['x1'] };

/** An answer that is no text. */
const response = {
  status: 200,
  headers: [['X-A', 'b']],
  body: Uint8Array.of(255, 254),
  arrivals: [],
  headersAtMs: 1,
} as const;

/** One check per verdict that a run can give. */
function checksOfEveryVerdict() {
  let broken = false;
  const states = (id: string, then: () => void) =>
    aCheck(id, async (world) => {
      world.stated();
      then();
    });
  const fails = (error: Error) => () => {
    throw error;
  };
  return [
    states('v.pass', () => undefined),
    states('v.fail', fails(new Violation(finding))),
    states('v.flaky', () => {
      if (broken) return;
      broken = true;
      throw new Violation(finding);
    }),
    states('v.warn', fails(new Caution(finding))),
    states('v.inconclusive', fails(new NotExercised('nobody won the race'))),
    states('v.blocked', fails(new SetupFailed('no', { prerequisite: 'v.fail' }))),
    states('v.not-applicable', () => undefined),
    states('v.not-claimed', () => undefined),
    states('v.error', fails(new TypeError('undefined is not a function'))),
  ];
}

async function document() {
  const options = runOptions(checksOfEveryVerdict(), { only: ['v.'] });
  const special: Readonly<Record<string, Partial<Rule>>> = {
    'v.not-applicable': { needs: ['clock'] },
    'v.not-claimed': { class: 'jobs' },
    'v.pass': { class: 'basic' },
  };
  const rules = options.rules.map(({ id }) => aRule(id, special[id]));
  return runSuite({ ...options, rules, target: aTarget({ claims: [] }, anExchange({ response })) });
}

describe('the schema of result documents', () => {
  test('takes a document with every verdict, and describes every key in it', async () => {
    const written = JSON.parse(JSON.stringify(await document()));
    const found = written.rules.map(({ verdict }: { verdict: Verdict }) => verdict);
    expect(found).toEqual(checksOfEveryVerdict().map(({ rule }) => rule.slice('v.'.length)));
    expect(written.exchanges.x1.response.body).toHaveProperty('base64');
    expect(validator.problems(written)).toEqual([]);
    expect(strict.problems(written)).toEqual([]);
  });

  test('takes a document with a baseline, known failures and entries that hold no longer', async () => {
    const entry = (rule: string) => ({ rule, verdict: 'fail', reason: 'to be mended' }) as const;
    const baseline: Baseline = { format: baselineFormat, entries: [entry('v.fail'), entry('v.pass')] };
    const options = { strict: false, catalogue: new Set(['v.fail', 'v.pass']) };
    const known = applyBaseline(await document(), baseline, options);
    expect(known.rules[1]?.verdict).toBe('known');
    expect(known.baseline?.stale).toHaveLength(1);
    expect(strict.problems(JSON.parse(JSON.stringify(known)))).toEqual([]);
  });

  test('takes the documents of a run that was cut short and of a target that is no gateway', async () => {
    const interruption = new AbortController();
    const interrupts = aCheck('v.interrupts', async (world) => {
      world.stated();
      interruption.abort();
    });
    const cut = await runSuite({ ...runOptions([interrupts, ...checksOfEveryVerdict()]), signal: interruption.signal });
    const stop = { reason: 'answers-alike', sentence: 'every request is answered alike' } as const;
    const nullTarget = aTarget({ smoke: async () => ({ ...nothingSmoked, stop, model: 'a/b' }) });
    const none = await runSuite(runOptions(checksOfEveryVerdict(), { target: nullTarget }));
    expect(cut.run.cutShort).toBeDefined();
    for (const one of [cut, none]) expect(strict.problems(JSON.parse(JSON.stringify(one)))).toEqual([]);
  });

  test.each([
    ['no rules', 'rules', undefined, 'it lacks the key rules'],
    ['a seed in words', 'run.seed', 'seven', 'run.seed must be integer'],
    ['a verdict that is not counted', 'summary.verdicts.pass', undefined, 'summary.verdicts lacks the key pass'],
    ['a pass that exercised nothing', 'rules.0.cases.exercised', 0, 'rules.0.cases.exercised must be >= 1'],
    ['a failure that is left out', 'rules.1.failure', undefined, 'rules.1 lacks the key failure'],
    ['a verdict without a reason', 'rules.4.reason', undefined, 'rules.4 lacks the key reason'],
    [
      'a request without a method',
      'exchanges.x1.request.method',
      undefined,
      'exchanges.x1.request lacks the key method',
    ],
  ])('refuses %s', async (_what, path, value, problem) => {
    const written = JSON.parse(JSON.stringify(await document()));
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    const holder = steps.reduce((inner, step) => inner[step], written);
    holder[last] = value;
    expect(validator.problems(JSON.parse(JSON.stringify(written)))).toContain(problem);
  });

  test('takes an exchange that was cut', () => {
    const { response: _, ...unanswered } = anExchange({ side: 'upstream', ending: 'cut', trouble: 'socket hang up' });
    for (const exchange of [unanswered, { ...anExchange(), ...unanswered }]) {
      expect(
        strict.problems(
          toRecord(exchange, (text) => text),
          'exchange',
        ),
      ).toEqual([]);
    }
  });

  test('knows the same words as the types', () => {
    const kinds: Record<TargetRecord['kind'], true> = {
      simulator: true,
      url: true,
      command: true,
      container: true,
      receiver: true,
      client: true,
      proxy: true,
    };
    const { $defs } = resultSchema() as {
      $defs: Record<string, { enum: unknown; properties: { kind: { enum: unknown } } }>;
    };
    expect($defs.verdict?.enum).toEqual(verdicts);
    expect($defs.capability?.enum).toEqual(capabilities);
    expect($defs.target?.properties.kind.enum).toEqual(Object.keys(kinds));
  });
});
