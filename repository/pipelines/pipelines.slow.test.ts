import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../source-files.ts';
import { StandInRunner } from './stand-in.ts';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const rules = '--only auth.key.missing auth.key.unknown';
const only = `${rules} --simulator`;
const broken = `${rules} --deviation auth.key.unknown`;
const reports = ['run.json', 'junit.xml', 'report.html', 'gateproof.svg', 'gateproof.json'];
const missing = (folder: string) => reports.filter((file) => !existsSync(join(folder, file)));

const runners: StandInRunner[] = [];
afterEach(() => {
  for (const runner of runners.splice(0)) runner.remove();
});
function begin(options?: { readonly onlyPrints: boolean }): StandInRunner {
  const runner = new StandInRunner(options);
  runners.push(runner);
  return runner;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

describe('action.yml', () => {
  const action = parse(textOf('action.yml')) as Action;
  const { steps } = action.runs;

  /** Puts values in the place of `${{ … }}`; throws for an expression that nothing fills. */
  function filled(text: string, inputs: Readonly<Record<string, string>>, outputs: Readonly<Record<string, string>>) {
    return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
      const [, input = ''] = /^inputs\.([a-z]+)$/.exec(expression) ?? [];
      const [, output = ''] = /^steps\.judge\.outputs\.([a-z]+)$/.exec(expression) ?? [];
      const value = input === '' ? outputs[output] : (inputs[input] ?? action.inputs[input]?.default);
      if (value === undefined) throw new Error(`nothing fills ${expression}`);
      return value;
    });
  }

  /** Runs the steps that run a script, in order, until one fails. */
  async function act(runner: StandInRunner, inputs: Readonly<Record<string, string>>) {
    let [code, printed]: [number | null, string] = [0, ''];
    for (const { run, env = {} } of steps) {
      if (run === undefined || code !== 0) continue;
      const filledEnv = Object.entries(env).map(([name, text]) => [name, filled(text, inputs, runner.outputs())]);
      const end = await runner.run(run, Object.fromEntries(filledEnv));
      [code, printed] = [end.code, printed + end.printed];
    }
    const of = (text: string) => filled(text, inputs, runner.outputs());
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, of(value)]);
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    return { code, printed, outputs: Object.fromEntries(outputs), uploaded: of(String(upload?.with?.path)) };
  }

  it('puts no input into a script, where it would be run', () => {
    expect(steps.flatMap(({ run = '' }) => run.match(/\$\{\{/g) ?? [])).toEqual([]);
  });

  it('is green for a gateway that keeps its rules, and leaves all reports', async () => {
    const { code, printed, outputs, uploaded } = await act(begin(), { effort: 'quick', options: only });
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining('no rule broken') });
    expect(outputs.verdict).toBe('passed');
    expect(readFileSync(outputs.badge, 'utf8')).toContain('<svg');
    expect(readFileSync(outputs.report, 'utf8')).toContain('<html');
    expect(missing(uploaded)).toEqual([]);
  }, 120_000);

  it('is red for a broken one, with all reports, annotations and a summary that name the rule', async () => {
    const runner = begin();
    const { code, printed, outputs, uploaded } = await act(runner, { effort: 'quick', options: broken });
    expect([code, outputs.verdict]).toEqual([1, 'broken']);
    expect(printed).toMatch(/^::error title=auth\.key\.unknown/m);
    expect(runner.summary()).toContain('auth.key.unknown');
    expect(missing(uploaded)).toEqual([]);
  }, 120_000);

  it('is misused without a target, and tests no simulator in its place', async () => {
    const { code, printed, outputs } = await act(begin(), { effort: 'quick', options: rules });
    expect({ code, printed }).toEqual({ code: 2, printed: expect.stringContaining('no target is named') });
    expect(outputs.verdict).toBe('misused');
  }, 120_000);

  it('passes every input on', async () => {
    const inputs = { profile: 'my profile.yaml', claims: 'core streaming', baseline: 'known failures.yaml' };
    const { printed } = await act(begin({ onlyPrints: true }), { ...inputs, version: '1.2.3', options: '--strict' });
    expect(printed.split('\n')).toEqual(
      expect.arrayContaining([
        ...['gateproof@1.2.3', '--effort', 'standard', '--profile', 'my profile.yaml', '--strict'],
        ...['--claims', 'core', 'streaming', '--baseline', 'known failures.yaml'],
      ]),
    );
  });
});

describe('the template for GitLab', () => {
  const { '.gateproof': job } = parse(textOf('examples/pipelines/gitlab.yml')) as Record<
    string,
    { readonly script: readonly string[]; readonly variables: Readonly<Record<string, string>> }
  >;
  const script = job?.script.join('\n') ?? '';

  it.each([
    ['green', only, 0, 'no rule broken'],
    ['red', broken, 1, 'auth.key.unknown'],
  ])(
    'is %s',
    async (_, options, code, prints) => {
      const runner = begin();
      const variables = { ...job?.variables, GATEPROOF_EFFORT: 'quick', GATEPROOF_OPTIONS: options };
      expect(await runner.run(script, variables)).toEqual({ code, printed: expect.stringContaining(prints) });
      expect(missing(join(runner.folder, 'gateproof'))).toEqual([]);
    },
    120_000,
  );

  it('is misused without a target, and tests no simulator in its place', async () => {
    const end = await begin().run(script, { ...job?.variables, GATEPROOF_OPTIONS: rules });
    expect(end).toEqual({ code: 2, printed: expect.stringContaining('no target is named') });
  });

  it('passes every variable on', async () => {
    const given = { GATEPROOF_PROFILE: 'my profile.yaml', GATEPROOF_CLAIMS: 'core streaming', GATEPROOF_BASELINE: 'b' };
    const { printed } = await begin({ onlyPrints: true }).run(script, { ...job?.variables, ...given });
    const wanted = ['--profile', 'my profile.yaml', '--claims', 'core', 'streaming', '--baseline', 'b'];
    expect(printed.split('\n')).toEqual(
      expect.arrayContaining(['gateproof@latest', '--effort', 'standard', ...wanted]),
    );
  });
});

describe('the shell script', () => {
  it.each([
    ['green', only, 0, 'no rule broken'],
    ['red', broken, 1, 'auth.key.unknown'],
  ])(
    'is %s',
    async (_, options, code, prints) => {
      const runner = begin();
      const end = await runner.run(
        textOf('examples/pipelines/judge.sh'),
        {},
        '--effort',
        'quick',
        ...options.split(' '),
      );
      expect(end).toEqual({ code, printed: expect.stringContaining(prints) });
      expect(missing(join(runner.folder, 'gateproof'))).toEqual([]);
    },
    120_000,
  );

  it('is misused without a target, and tests no simulator in its place', async () => {
    const end = await begin().run(textOf('examples/pipelines/judge.sh'), {}, ...rules.split(' '));
    expect(end).toEqual({ code: 2, printed: expect.stringContaining('no target is named') });
  });
});
