import type { RunClock } from '../clock/run-clock.ts';
import { checksByRule, notDecidable } from './decide-rule.ts';
import { forecastOf } from './forecast-of.ts';
import type { ResolvedRunOptions } from './resolve-run-options.ts';
import type { RunForecast } from './run-forecast.ts';
import type { RunListener } from './run-options.ts';
import { planRun } from './run-plan.ts';
import type { SmokeReport } from './smoke-report.ts';
import type { SuiteRun } from './suite-run.ts';
import { TimeLeft } from './time-left.ts';

/** Part of a run's limit that the active rules have together, and part that one of them may take. */
const limitParts = { active: 4 / 5, oneRule: 1 / 5 };
/** Before first answers: those of a machine nearby. */
const noTimes = { chatMs: 1, otherMs: 1, arrangeMs: 0 };

/** A forecast, and the options of the run whose listener keeps it up to date. */
export interface Foreseen {
  /** Undefined where nobody has measured what rules cost. */
  readonly forecast: RunForecast | undefined;
  readonly options: ResolvedRunOptions;
}

/** Plans a run by what its rules were measured to take and by how long the target took for its first answers, and passes the forecast to the listener. */
export function foresee(
  options: ResolvedRunOptions,
  run: SuiteRun,
  { times = noTimes }: Pick<SmokeReport, 'times'>,
  clock: Pick<RunClock, 'nowMs'>,
): Foreseen {
  const { suite, effort, concurrency: lanes, listener, target } = options;
  const active = options.rules.filter((rule) => rule.kind === 'active' && notDecidable(rule, options) === undefined);
  const { mayRunAhead } = run;
  run.plan = planRun(active, { suite, checks: checksByRule(suite), effort, lanes, times, mayRunAhead });
  // What a budget allows is known, and what it is spent on is not.
  const isMeasured = suite.measured !== undefined && target.budget === undefined && active.length > 0;
  const about = { limitMs: options.runLimitMs, parts: limitParts, answerMs: times.otherMs };
  const forecast = isMeasured
    ? forecastOf(run.plan, { ...about, isPaid: !target.capabilities.has('upstreams') })
    : undefined;
  run.planFits = forecast !== undefined && forecast.durationMs <= options.runLimitMs * limitParts.active;
  if (listener === undefined) return { forecast, options };
  const left = new TimeLeft(run.plan, clock.nowMs());
  listener.onForecast?.(forecast, () => left.estimate(clock.nowMs()));
  return { forecast, options: { ...options, listener: followed(listener, left, clock) } };
}

/** A listener from which the estimate hears what begins and what is decided. */
function followed(listener: RunListener, left: TimeLeft, clock: Pick<RunClock, 'nowMs'>): RunListener {
  return {
    onBegin(rule) {
      left.begin(rule, clock.nowMs());
      listener.onBegin?.(rule);
    },
    onRule(record, done) {
      left.decided(record.rule);
      listener.onRule?.(record, done);
    },
    onCauses: (suspects) => listener.onCauses?.(suspects),
    onNote: (line) => listener.onNote?.(line),
  };
}
