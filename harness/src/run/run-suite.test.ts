import type { Capability } from '@gateproof/spec';
import { describe, expect, it } from 'vitest';
import type { StandingCheck } from '../check/check.ts';
import { Disturbed, NotArranged, NotExercised, SetupFailed } from '../check/setup-failed.ts';
import { Caution, Violation } from '../check/violation.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { replayRule } from './replay-rule.ts';
import { aCheck, anExchange, aRule, aTarget, runOptions } from './run-fixture.fixture.ts';
import type { WorldOptions } from './run-options.ts';
import { runSuite } from './run-suite.ts';
import { nothingSmoked } from './smoke-report.ts';

const holds = aCheck('a.holds', async (world) => world.stated());
const breaksFrom = (limit: number) =>
  aCheck('a.breaks', async (world, input) => {
    world.stated();
    if (input >= limit) throw new Violation({ expected: `below ${limit}`, observed: `${input} with sk-secret` });
  });

/** A target that is gone once a case has exchanged `lost`. */
function aMortalTarget(lost: Exchange) {
  let absences = 0;
  const target = aTarget({ deaths: () => absences });
  let hasCrashed = false;
  const crash = () => {
    hasCrashed = true;
  };
  const openWorld = async (label: string) => ({
    ...(await target.openWorld(label)),
    requestKinds: () => new Map([[lost.id, ['GET /v1/models']]]),
    async close() {
      if (!hasCrashed) return [anExchange()];
      hasCrashed = false;
      absences += 1;
      return [lost];
    },
  });
  return { crash, target: { ...target, openWorld } };
}

describe('runSuite', () => {
  it('passes a check whose cases held, and names its witnesses', async () => {
    const { rules, summary } = await runSuite(runOptions([holds]));
    expect(rules[0]).toMatchObject({ verdict: 'pass', cases: { run: 20, exercised: 20 }, witnesses: ['x1'] });
    expect(summary.exitCode).toBe(0);
  });

  it('fails a broken rule with the smallest case, redacted, and exits with 1', async () => {
    const { rules, summary } = await runSuite(runOptions([breaksFrom(10)]));
    expect(rules[0]?.verdict).toBe('fail');
    expect(rules[0]?.failure).toMatchObject({
      expected: 'below 10',
      observed: '10 with $GATEPROOF_KEY',
      case: { input: '10' },
    });
    expect(summary.exitCode).toBe(1);
  });

  it('fails a rule that every attempt to rely on it found broken, although its own check passed, and replays that', async () => {
    const relying = aCheck('a.relying', async () => {
      throw new SetupFailed('it did not hold', { prerequisite: 'a.holds', exchanges: ['x1'] });
    });
    const options = runOptions([holds, relying]);
    const { rules, summary } = await runSuite(options);
    expect(summary.exitCode).toBe(1);
    expect(rules[0]).toMatchObject({
      verdict: 'fail',
      failure: { expected: 'a.holds holds.', observed: 'it did not hold' },
    });
    expect(rules[1]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.holds' });
    const where = rules[0]?.failure?.case;
    if (where === undefined) throw new Error('there is no case');
    const replayed = await replayRule(options, aRule('a.holds'), where);
    expect(replayed.rules[0]).toMatchObject({ verdict: 'fail', failure: { observed: 'it did not hold' } });
  });

  it('shows the case in the words of its check', async () => {
    const check = { ...breaksFrom(10), describe: (input: unknown) => `the number ${input}` };
    const { rules } = await runSuite(runOptions([check]));
    expect(rules[0]?.failure?.case.input).toBe('the number 10');
  });

  it('passes to the target which cases run alone, so that they may move a clock of all', async () => {
    const opened = new Map<boolean | undefined, number>();
    const target = aTarget({ clockScope: 'target', capabilities: new Set(['clock']) });
    const { openWorld } = target;
    const asked = {
      ...target,
      openWorld: (label: string, options?: WorldOptions) => {
        const runsAlone = options?.runsAlone;
        opened.set(runsAlone, (opened.get(runsAlone) ?? 0) + 1);
        return openWorld(label, options);
      },
    };
    const beside = aRule('a.holds');
    const moving = aRule('b.holds', { needs: ['clock'] });
    const moves = aCheck('b.holds', async (world) => world.stated());
    const rules = [beside, moving];
    await runSuite({ ...runOptions([holds, moves]), rules, catalogue: rules, target: asked });
    expect(opened).toEqual(
      new Map([
        [false, 20],
        [true, 20],
      ]),
    );
  });

  it('starts checks that wait before the others', async () => {
    const order: string[] = [];
    const noting = (rule: string) =>
      aCheck(rule, async (world) => {
        order.push(rule);
        world.stated();
      });
    await runSuite(runOptions([noting('a.first'), { ...noting('b.waits'), waits: true }], { concurrency: 1 }));
    expect([...new Set(order)]).toEqual(['b.waits', 'a.first']);
  });

  it('reports which transitions of the models the cases that held have walked', async () => {
    const walking = { ...holds, walks: () => ['idle › start', 'running › stop'] };
    const options = runOptions([walking, { ...breaksFrom(0), walks: () => ['idle › stop'] }]);
    const transitions = ['idle › start', 'running › stop', 'idle › stop'];
    const { run } = await runSuite({ ...options, suite: { ...options.suite, transitions } });
    expect(run.coverage).toEqual({ transitions: 3, walked: 2, missing: ['idle › stop'] });
    expect((await runSuite(runOptions([holds]))).run.coverage).toBeUndefined();
  });

  it('replays a failure in one execution', async () => {
    const options = runOptions([breaksFrom(10)]);
    const where = (await runSuite(options)).rules[0]?.failure?.case;
    const target = aTarget();
    const again = await replayRule({ ...options, target }, aRule('a.breaks'), where ?? expect.fail());
    expect(again.rules[0]).toMatchObject({ verdict: 'fail', failure: { case: { input: '10' } } });
    expect(target.opened()).toBe(1);
  });

  it('replays a warning as a warning, of an active and of a standing rule', async () => {
    const warns = aCheck('a.warns', async (world) => {
      world.stated();
      throw new Caution({ expected: 'a', observed: 'b' });
    });
    const standing: StandingCheck = {
      rules: ['s.warns'],
      judge: () => [{ rule: 's.warns', exchanges: ['x1'], finding: { expected: 'c', observed: 'd' }, caution: true }],
    };
    const options = runOptions([warns], {}, [standing]);
    const where = { check: 'a.warns', seed: 1, path: '0', input: '1', shrinks: 0 };
    for (const rule of options.rules) {
      const { rules, summary } = await replayRule(options, rule, where);
      expect(rules[0]).toMatchObject({ verdict: 'warn', failure: { case: { check: 'a.warns' } } });
      expect(summary.exitCode).toBe(0);
    }
  });

  it('gives a check the same cases with and without a filter', async () => {
    const seen: number[][] = [];
    const record = () => {
      const inputs: number[] = [];
      seen.push(inputs);
      return aCheck('a.records', async (world, input) => {
        inputs.push(input);
        world.stated();
      });
    };
    await runSuite(runOptions([holds, record()]));
    await runSuite(runOptions([record()]));
    expect(seen[1]).toEqual(seen[0]);
  });

  it('calls a break that never comes again flaky', async () => {
    let broken = false;
    const once = aCheck('a.flaky', async (world) => {
      world.stated();
      if (broken) return;
      broken = true;
      throw new Violation({ expected: 'a', observed: 'b' });
    });
    expect((await runSuite(runOptions([once]))).rules[0]?.verdict).toBe('flaky');
  });

  it('leaves open a break that could not be run again, because the run ended or the case came to nothing', async () => {
    let runs = 0;
    const once = aCheck('a.once', async (world) => {
      world.stated();
      runs += 1;
      if (runs === 1) throw new Violation({ expected: 'a', observed: 'b' });
      throw new NotExercised('nobody won the race');
    });
    const left = (await runSuite(runOptions([once]))).rules[0];
    expect(left).toMatchObject({
      verdict: 'inconclusive',
      reason: 'a case broke the rule, but could not be confirmed: nobody won the race',
    });
    const stop = new AbortController();
    let endings = 0;
    const ends = aCheck('a.ends', async (world) => {
      world.stated();
      endings += 1;
      if (endings > 1) stop.abort();
      throw new Violation({ expected: 'a', observed: 'b' });
    });
    const ended = (await runSuite(runOptions([ends], { signal: stop.signal }))).rules[0];
    expect(ended).toMatchObject({ verdict: 'inconclusive', failure: { observed: 'b' } });
  });

  it.each([
    ['a lost connection', { ending: 'cut' as const }],
    [
      'an answer of 429',
      { response: { status: 429, headers: [], body: new Uint8Array(), arrivals: [], headersAtMs: 1 } },
    ],
  ])('takes a break beside %s for noise only when the case holds on replay', async (_what, trouble) => {
    const lost = aTarget({}, anExchange(trouble));
    const breakOnce = (then: () => void) => {
      let first: number | undefined;
      return aCheck('a.noisy', async (world, input) => {
        world.stated();
        if (input === first) then();
        if (first !== undefined) return;
        first = input;
        throw new Violation({ expected: 'a', observed: 'b' });
      });
    };
    const held = (await runSuite(runOptions([breakOnce(() => undefined)], { target: lost }))).rules[0];
    expect(held).toMatchObject({ verdict: 'pass', cases: { run: 20, exercised: 20 } });
    const idle = breakOnce(() => {
      throw new NotExercised('nobody won the race');
    });
    expect((await runSuite(runOptions([idle], { target: lost }))).rules[0]?.verdict).toBe('inconclusive');
  });

  it('keeps the witnesses of a standing rule, and calls a pass without any an error of the harness', async () => {
    const judging = (...exchanges: string[]): StandingCheck => ({
      rules: ['s.rule'],
      *judge() {
        yield { rule: 's.rule', exchanges };
      },
    });
    const shown = await runSuite(runOptions([holds], {}, [judging('x1')]));
    expect(shown.rules[1]).toMatchObject({ verdict: 'pass', witnesses: ['x1'] });
    expect(shown.exchanges.x1).toBeDefined();
    const unshown = await runSuite(runOptions([holds], {}, [judging()]));
    expect(unshown.rules[1]).toMatchObject({ verdict: 'error', witnesses: [] });
    expect(unshown.summary.exitCode).toBe(5);
  });

  it('never passes a check that states nothing', async () => {
    const { rules, summary } = await runSuite(runOptions([aCheck('a.empty', async () => undefined)]));
    expect(rules[0]?.verdict).toBe('inconclusive');
    expect(summary.exitCode).toBe(3);
  });

  it('reports a fault of a check as an error of the harness', async () => {
    const faulty = aCheck('a.faulty', async () => {
      throw new TypeError('undefined is not a function');
    });
    const { rules, summary } = await runSuite(runOptions([faulty]));
    expect(rules[0]?.verdict).toBe('error');
    expect(summary.exitCode).toBe(5);
  });

  it('warns without turning red, unless it is strict', async () => {
    const cautious = aCheck('a.cautious', async (world) => {
      world.stated();
      throw new Caution({ expected: 'a', observed: 'b' });
    });
    expect((await runSuite(runOptions([cautious]))).summary.exitCode).toBe(0);
    expect((await runSuite(runOptions([cautious], { strict: true }))).summary.exitCode).toBe(1);
  });

  it('blocks a rule whose set-up relies on a broken one', async () => {
    const blocked = aCheck('a.blocked', async () => {
      throw new SetupFailed('no', { prerequisite: 'a.breaks' });
    });
    const { rules, summary } = await runSuite(runOptions([breaksFrom(0), blocked]));
    expect(rules[1]).toMatchObject({ verdict: 'blocked', blockedBy: 'a.breaks' });
    expect(summary.causes).toMatchObject([{ id: 'a.breaks', kind: 'rule', folded: ['a.blocked'], proved: false }]);
  });

  it('tries a disturbed case again, and counts a disturbance that always hits the same request', async () => {
    let calls = 0;
    const disturbance = () =>
      new Disturbed('lost', { exchange: 'x1', otherwise: new Violation({ expected: 'an answer', observed: 'none' }) });
    const sometimes = aCheck('a.sometimes', async (world) => {
      calls += 1;
      world.stated();
      if (calls % 5 === 0) throw disturbance();
    });
    const ever = aCheck('a.ever', async (world) => {
      world.stated();
      throw disturbance();
    });
    const { rules } = await runSuite(runOptions([sometimes, ever]));
    expect(rules.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
  });

  it('is inconclusive when the precondition never arose, and not-applicable where it is the target’s own choice', async () => {
    const never = aCheck('a.never', async () => {
      throw new NotExercised('nobody won the race');
    });
    const options = runOptions([never]);
    expect((await runSuite(options)).rules[0]?.verdict).toBe('inconclusive');
    const conditional = [aRule('a.never', { conditional: true })];
    expect((await runSuite({ ...options, rules: conditional })).rules[0]?.verdict).toBe('not-applicable');
  });

  it('goes on to another example when one can not be arranged, and is not applicable when none can', async () => {
    const arranging = (arranged: readonly number[]) => ({
      ...aCheck('a.holds', async (world, input) => {
        if (!arranged.includes(input)) throw new NotArranged('no such key');
        world.stated();
      }),
      ...{ examples: [1, 2, 3, 4, 5, 6], cases: 6 },
    });
    const run = async (...arranged: number[]) =>
      (await runSuite(runOptions([arranging(arranged)], { effort: 'quick' }))).rules[0];
    expect(await run(6)).toMatchObject({ verdict: 'pass', cases: { run: 1, exercised: 1 } });
    expect(await run(1, 2, 3, 4, 5, 6)).toMatchObject({ verdict: 'pass', cases: { run: 4, exercised: 4 } });
    expect(await run()).toMatchObject({ verdict: 'not-applicable', reason: 'no such key' });
  });

  it.each([
    [3, 3],
    [9, 4],
    [30, 10],
  ])('runs of %i cases %i at quick effort', async (cases, run) => {
    const check = { ...aCheck('a.holds', async (world) => world.stated()), cases };
    const { rules } = await runSuite(runOptions([check], { effort: 'quick' }));
    expect(rules[0]?.cases.run).toBe(run);
  });

  it('greys a rule that needs what the target does not claim, without running it', async () => {
    const target = aTarget();
    const rules = [aRule('a.holds', { needs: ['clock'] })];
    const document = await runSuite(runOptions([holds], { target, rules }));
    expect(document.rules[0]).toMatchObject({ verdict: 'not-applicable', missing: ['clock'] });
    expect(target.opened()).toBe(0);
  });

  it('runs nothing of a class that the target does not claim, and judges the others', async () => {
    const target = aTarget({ claims: ['core'] });
    const rules = [
      aRule('a.holds', { class: 'jobs' }),
      aRule('s.seen', { class: 'jobs', kind: 'standing' }),
      aRule('b.holds', { class: 'basic' }),
    ];
    const unclaimed = await runSuite({ ...runOptions([holds], { target }), rules: rules.slice(0, 2) });
    expect(unclaimed.rules.map(({ verdict }) => verdict)).toEqual(['not-claimed', 'not-claimed']);
    expect(unclaimed.rules[0]?.reason).toBe('the target does not claim the class jobs');
    expect(unclaimed.summary).toMatchObject({ exitCode: 0, classes: [{ class: 'jobs', outcome: 'not-claimed' }] });
    expect(target.opened()).toBe(0);
    const check = aCheck('b.holds', async (world) => world.stated());
    const { summary } = await runSuite(runOptions([holds, check], { target, rules }));
    expect(summary.classes.map(({ outcome }) => outcome)).toEqual(['not-shown', 'not-claimed']);
    expect(summary.classes[0]).toMatchObject({ passed: 1, decided: 1 });
  });

  it.each<[string, Capability[], string, string]>([
    ['jobs', ['models'], 'not-applicable', 'the profile wires no image model'],
    ['webhooks', ['models'], 'not-applicable', 'the profile wires no image model'],
    ['core', ['models'], 'inconclusive', 'no exchange of this run exercised it'],
    // Refusals need no job.
    ['jobs', [], 'inconclusive', 'no exchange of this run exercised it'],
  ])(
    'has a standing rule of %s that needs %o, of which nothing was exchanged, %s',
    async (id, needs, verdict, reason) => {
      const target = aTarget({
        capabilities: new Set(['models']),
        whyNeverUsed: (one) => (one === 'jobs' ? 'the profile wires no image model' : undefined),
      });
      const rules = [aRule('a.holds'), aRule('s.seen', { class: id, kind: 'standing', needs })];
      const silent: StandingCheck = { rules: ['s.seen'], judge: () => [] };
      const document = await runSuite({ ...runOptions([holds], { target, rules }, [silent]), rules });
      expect(document.rules[1]).toMatchObject({ verdict, reason });
    },
  );

  it('blocks every rule in one line when the target fails the smoke test', async () => {
    const stop = { reason: 'answers-alike', sentence: 'every request is answered alike' } as const;
    const target = aTarget({ smoke: async () => ({ ...nothingSmoked, stop, requests: 7 }) });
    const rules = [aRule('a.holds'), aRule('a.breaks'), aRule('a.waits', { needs: ['clock'] })];
    const document = await runSuite(runOptions([holds, breaksFrom(0)], { target, rules }));
    expect(document.rules.map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked', 'not-applicable']);
    expect(document.run).toMatchObject({ cutShort: stop, requests: 7 });
    expect(document.summary.exitCode).toBe(3);
  });

  it('counts every request that the target was sent, those outside of cases included', async () => {
    const target = aTarget({ requestsSent: () => 99 });
    const document = await runSuite(runOptions([holds], { target, rules: [aRule('a.holds')] }));
    expect(document.run.requests).toBe(99);
  });

  it.each([
    ['key-refused', 2],
    ['no-gateway', 4],
  ] as const)('ends with an exit code of its own where the smoke test found %s', async (reason, code) => {
    const target = aTarget({ smoke: async () => ({ ...nothingSmoked, stop: { reason, sentence: 'why' } }) });
    const document = await runSuite(runOptions([holds], { target }));
    expect(document.summary.exitCode).toBe(code);
  });

  it('records the model that requests name, and notes what the smoke test asks for', async () => {
    const target = aTarget({ smoke: async () => ({ ...nothingSmoked, model: 'small', notes: ['add --prefix acme'] }) });
    const document = await runSuite(runOptions([holds], { target }));
    expect(document.target.model).toBe('small');
    expect(document.notes).toEqual(['add --prefix acme']);
  });

  it('keeps what is finished when it is interrupted', async () => {
    const stop = new AbortController();
    const interrupts = aCheck('b.interrupts', async (world) => {
      world.stated();
      stop.abort();
    });
    const document = await runSuite(runOptions([holds, interrupts], { signal: stop.signal, concurrency: 1 }));
    expect(document.run.cutShort).toEqual({ reason: 'interrupted', sentence: 'the run was interrupted' });
    expect(document.rules[0]?.verdict).toBe('pass');
    expect(document.summary.exitCode).toBe(3);
  });

  it('ends at once when its time is up, however long a case or a wait would go on', async () => {
    const hangs = aCheck('a.hangs', () => new Promise(() => undefined));
    const waits = aCheck('a.waits', async () => {
      const otherwise = new Violation({ expected: 'a', observed: '429' });
      throw new Disturbed('429', { exchange: 'x1', otherwise, status: 429, retryAfterMs: 60_000 });
    });
    const { run, rules, summary } = await runSuite(runOptions([hangs, waits], { runLimitMs: 50 }));
    expect(run.durationMs).toBeLessThan(5_000);
    expect(run.cutShort).toMatchObject({ reason: 'time-limit' });
    expect(rules.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive']);
    expect(summary.exitCode).toBe(3);
  });

  it('gives one slow rule its share of the time, and the others theirs', async () => {
    const hangs = aCheck('a.hangs', () => new Promise(() => undefined));
    const others = ['a.other', 'b.other'].map((rule) => ({ ...holds, rule }));
    const document = await runSuite(runOptions([hangs, ...others], { runLimitMs: 1_500, concurrency: 1 }));
    expect(document.rules.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'pass', 'pass']);
    expect(document.rules[0]?.reason).toContain("its share of the run's time");
    expect(document.run.cutShort).toBeUndefined();
    expect(document.notes).toEqual([
      "rules that used up their share of the run's 1.5 s: 1; a longer --time-limit decides more of them",
    ]);
  });

  it('names a request that makes the target go away as a crash, blocks its rule, and judges the others', async () => {
    const { crash, target } = aMortalTarget(anExchange({ id: 'x9', ending: 'cut' }));
    const crashes = aCheck('b.crashes', async (world) => {
      world.stated();
      crash();
      throw new Disturbed('cut', { exchange: 'x9', otherwise: new SetupFailed('no answer') });
    });
    const options = runOptions([holds, crashes], { target, concurrency: 1 });
    const { rules, run, summary, exchanges } = await runSuite(options);
    expect(rules).toMatchObject([{ verdict: 'pass' }, { verdict: 'blocked', causedBy: 'crash-1' }]);
    const sentence = 'The target goes away after GET /v1/models.';
    expect(run.crashes).toEqual([{ id: 'crash-1', sentence, exchange: 'x9', times: 1 }]);
    expect(summary).toMatchObject({ exitCode: 1, causes: [{ id: 'crash-1', kind: 'crash', folded: ['b.crashes'] }] });
    expect(exchanges.x9).toBeDefined();
  });

  it('replays no longer than its limit, and not when it was interrupted', async () => {
    const hangs = aCheck('a.hangs', () => new Promise(() => undefined));
    const where = { check: 'a.hangs', seed: 1, path: '0', input: '1', shrinks: 0 };
    const late = await replayRule(runOptions([hangs], { runLimitMs: 20 }), aRule('a.hangs'), where);
    expect(late.run.cutShort?.reason).toBe('time-limit');
    const stopped = await replayRule(runOptions([hangs], { signal: AbortSignal.abort() }), aRule('a.hangs'), where);
    expect(stopped).toMatchObject({ run: { cutShort: { reason: 'interrupted' } }, summary: { exitCode: 3 } });
  });

  it('judges standing rules on every case and confirms a break by running its case again', async () => {
    const standing = (finding: boolean): StandingCheck => ({
      rules: ['s.stands'],
      *judge({ exchanges }) {
        for (const { id } of exchanges) {
          yield finding
            ? { rule: 's.stands', exchanges: [id], finding: { expected: 'a', observed: 'b' } }
            : { rule: 's.stands', exchanges: [id] };
        }
      },
    });
    const kept = await runSuite(runOptions([holds], {}, [standing(false)]));
    expect(kept.rules[1]).toMatchObject({ verdict: 'pass', cases: { exercised: 20 } });
    const broken = await runSuite(runOptions([holds], {}, [standing(true)]));
    expect(broken.rules[1]).toMatchObject({
      verdict: 'fail',
      failure: { case: { check: 'a.holds' }, shownBy: ['x1'] },
    });
  });
});
