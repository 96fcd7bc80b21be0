import type { ResultDocument } from '@gateproof/harness';
import { expect, test } from 'vitest';
import { sampleResult } from '../gateway/sample-result.fixture.ts';
import { UsageError } from '../usage-error.ts';
import { type Trigger, watch } from './watch.ts';

/** A result in which some rules failed and one passed. */
function resultOf(...red: readonly string[]): ResultDocument {
  const { rules, summary, ...rest } = sampleResult();
  const [failed] = rules;
  if (failed === undefined) throw new Error('the sample has no rule');
  const records = [...red.map((rule) => ({ ...failed, rule })), { ...failed, rule: 'sound', verdict: 'pass' as const }];
  return { ...rest, rules: records, summary: { ...summary, exitCode: red.length === 0 ? 0 : 1 } };
}

/** The result with a pass for each of these rules that is not red in it. */
function withPasses(result: ResultDocument, only: readonly string[] = []): ResultDocument {
  const red = new Set(result.rules.map(({ rule }) => rule));
  const passed = resultOf(...only.filter((rule) => !red.has(rule))).rules;
  return { ...result, rules: [...result.rules, ...passed.map((record) => ({ ...record, verdict: 'pass' as const }))] };
}

/** Watches through these runs, with these triggers between them. Returns what was judged, the exit code and what was printed. */
async function watched(runs: readonly (ResultDocument | Error)[], triggers: readonly Trigger[]) {
  const judged: (readonly string[] | undefined)[] = [];
  const left = [...triggers];
  let printed = '';
  const exitCode = await watch({
    judge: async (only) => {
      const run = runs[judged.length];
      judged.push(only);
      if (run === undefined || run instanceof Error) throw run;
      return withPasses(run, only);
    },
    next: async () => left.shift() ?? 'end',
    stderr: {
      write: (text) => {
        printed += text;
      },
      isTerminal: false,
      columns: 80,
    },
  });
  return { judged, exitCode, printed };
}

const unreachable = Object.assign(new Error('cannot connect'), { fault: 'unreachable' });

test('what is red runs again, then everything once nothing is', async () => {
  const { judged, exitCode, printed } = await watched(
    [resultOf('a', 'b'), resultOf('b'), resultOf(), resultOf()],
    ['came-back', 'red', 'red'],
  );
  expect(judged).toEqual([undefined, ['a', 'b'], ['b'], undefined]);
  expect(exitCode).toBe(0);
  expect(printed).toContain('Reruns 2 failing rules');
  expect(printed).toContain('The gateway restarted.');
});

test('everything runs when it is asked for, and the last run gives the exit code', async () => {
  const { judged, exitCode } = await watched([resultOf('a'), resultOf('c')], ['all']);
  expect({ judged, exitCode }).toEqual({ judged: [undefined, undefined], exitCode: 1 });
});

test('a gateway that is away is waited for, and what was red stays so', async () => {
  const { judged, exitCode, printed } = await watched(
    [unreachable, resultOf('a'), unreachable, resultOf()],
    ['came-back', 'came-back', 'came-back'],
  );
  expect(judged).toEqual([undefined, undefined, ['a'], ['a']]);
  expect(exitCode).toBe(0);
  expect(printed).toContain('gateproof: cannot connect\n');
});

test('wrong usage ends it before it began; what breaks later does not', async () => {
  const wrong = new UsageError('no such profile');
  await expect(watched([wrong], [])).rejects.toThrow('no such profile');
  expect((await watched([resultOf('a'), wrong], ['red'])).exitCode).toBe(2);
});

test('a run that was interrupted ends it', async () => {
  const cut = resultOf('a');
  const interrupted = { ...cut, run: { ...cut.run, cutShort: { reason: 'interrupted' as const, sentence: '' } } };
  expect((await watched([interrupted], ['red'])).judged).toEqual([undefined]);
});
