import { expect, test } from 'vitest';
import { SetupFailed } from '../check/setup-failed.ts';
import { Violation } from '../check/violation.ts';
import { openRuleSession } from './rule-session.ts';
import { aCheck, runOptions } from './run-fixture.fixture.ts';

const holds = (rule: string) => aCheck(rule, async (world) => world.stated());

test('a rule is decided when it is asked for, once', async () => {
  let cases = 0;
  const check = aCheck('area.first', async (world) => {
    cases += 1;
    world.stated();
  });
  const session = openRuleSession(runOptions([check, holds('area.second')]));
  const document = await session.decide('area.first');
  expect(document.rules.map(({ rule, verdict }) => [rule, verdict])).toEqual([['area.first', 'pass']]);
  const spent = cases;
  await Promise.all([session.decide('area.first'), session.decide('area.first')]);
  expect(cases).toBe(spent);
  expect((await session.document()).rules).toHaveLength(1);
});

test('a rule whose set-up relies on a broken one is blocked by it, although only the former was asked for', async () => {
  const broken = aCheck('area.root', async () => {
    throw new Violation({ expected: 'one', observed: 'two' });
  });
  const relying = aCheck('area.relying', async () => {
    throw new SetupFailed('no job', { prerequisite: 'area.root' });
  });
  const session = openRuleSession(runOptions([relying, broken]));
  const { rules } = await session.decide('area.relying');
  expect(rules).toMatchObject([{ rule: 'area.relying', verdict: 'blocked', blockedBy: 'area.root' }]);
});

test('a failure names the standing rule that its exchange breaks as well, as in a whole run', async () => {
  const finding = { expected: 'one', observed: 'two', exchanges: ['x1'] };
  const broken = aCheck('area.first', async (world) => {
    world.stated();
    throw new Violation(finding);
  });
  const standing = {
    rules: ['area.standing'],
    judge: () => [{ rule: 'area.standing', exchanges: ['x1'], finding }],
  };
  const session = openRuleSession(runOptions([broken], {}, [standing]));
  await session.decide('area.first');
  await session.decide('area.standing');
  expect((await session.document()).rules).toMatchObject([
    { verdict: 'fail', beside: ['area.standing'] },
    { verdict: 'fail' },
  ]);
});

test('a standing rule that is asked for first is judged on exchanges of donor checks', async () => {
  const standing = {
    rules: ['area.standing'],
    judge: () => [{ rule: 'area.standing', exchanges: ['x1'] }],
  };
  const session = openRuleSession(runOptions([holds('area.first')], {}, [standing]));
  const { rules } = await session.decide('area.standing');
  expect(rules).toMatchObject([{ rule: 'area.standing', verdict: 'pass' }]);
});

test('a standing rule of which a part shows nothing is judged on donor checks of other parts, until they show it', async () => {
  const ran: string[] = [];
  const noting = (rule: string) =>
    aCheck(rule, async (world) => {
      ran.push(rule);
      world.stated();
    });
  const standing = {
    rules: ['area.standing'],
    judge: () => (ran.includes('area.third') ? [{ rule: 'area.standing', exchanges: ['x1'] }] : []),
  };
  const checks = ['area.first', 'area.second', 'area.third', 'area.fourth'].map(noting);
  const options = runOptions(checks, { concurrency: 1 }, [standing]);
  const rules = options.rules.filter(({ id }) => id === 'area.first' || id === 'area.standing');
  const session = openRuleSession({ ...options, rules });
  await session.decide('area.first');
  expect((await session.decide('area.standing')).rules).toMatchObject([{ verdict: 'pass' }]);
  expect(ran).not.toContain('area.fourth');
});

test('after its close nothing more is run', async () => {
  const session = openRuleSession(runOptions([holds('area.first')]));
  session.close();
  const { rules } = await session.decide('area.first');
  expect(rules).toMatchObject([{ verdict: 'inconclusive' }]);
});

test('an interruption and the limit of the run end what a session runs', async () => {
  const hangs = aCheck('area.hangs', () => new Promise(() => undefined));
  const stop = new AbortController();
  const interrupted = openRuleSession(runOptions([hangs], { signal: stop.signal }));
  const document = interrupted.decide('area.hangs');
  stop.abort();
  expect((await document).run.cutShort).toMatchObject({ reason: 'interrupted' });
  const late = openRuleSession(runOptions([hangs, holds('area.first')], { runLimitMs: 30 }));
  expect((await late.decide('area.hangs')).rules).toMatchObject([{ verdict: 'inconclusive' }]);
});
