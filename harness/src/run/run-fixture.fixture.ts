import type { Rule } from '@gateproof/spec';
import fc from 'fast-check';
import type { StandingCheck } from '../check/check.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type Check, defineCheck } from '../world/define-check.ts';
import type { World } from '../world/world.ts';
import type { SetupFailure } from './check-report.ts';
import type { Attempt } from './run-case.ts';
import type { OpenWorld, ReachedTarget, RunOptions } from './run-options.ts';
import { nothingSmoked } from './smoke-report.ts';

/** An exchange that says nothing in particular. */
export function anExchange(fields: Partial<Exchange> = {}): Exchange {
  return {
    id: 'x1',
    side: 'request',
    request: { method: 'GET', url: 'http://target/v1/models', headers: [], body: new Uint8Array(), atMs: 0 },
    response: { status: 200, headers: [], body: new Uint8Array(), arrivals: [], headersAtMs: 1 },
    ending: 'complete',
    endedAtMs: 1,
    ...fields,
  };
}

export function aRule(id: string, fields: Partial<Rule> = {}): Rule {
  return {
    id,
    area: id.split('.')[0] ?? '',
    party: 'gateway',
    level: 'must',
    kind: 'active',
    statement: `${id} holds.`,
    section: 'Endpoints',
    points: [],
    needs: [],
    freedoms: [],
    ...fields,
  };
}

/** The set-up of a check that failed once. */
export function aSetupFailure(fields: Partial<SetupFailure> = {}): SetupFailure {
  return {
    what: 'a step did not hold',
    prerequisite: undefined,
    exchanges: [],
    shownBy: [],
    input: '1',
    seed: 7,
    path: '0',
    isLasting: false,
    ...fields,
  };
}

/** A check over small numbers; what it states is the test's. */
export function aCheck(rule: string, decide: (world: World, input: number) => Promise<void>): Check {
  return defineCheck({ rule, input: fc.integer({ min: 0, max: 1_000 }), cases: 20, decide });
}

/** What one attempt at a case left behind: it held, unless the fields say otherwise. */
export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    end: { kind: 'held' },
    caution: undefined,
    exchanges: [],
    durationMs: 1,
    isHurried: false,
    disturbance: undefined,
    thrown: undefined,
    kinds: new Map(),
    withheld: undefined,
    ...fields,
  };
}

export interface FakeTarget extends ReachedTarget {
  /** Worlds that were opened. */
  opened(): number;
}

/** A target whose worlds record one exchange and let a check state things. */
export function aTarget(fields: Partial<ReachedTarget> = {}, exchange: Exchange = anExchange()): FakeTarget {
  let opened = 0;
  return {
    record: { kind: 'url', baseUrl: 'http://target', prefix: 'svc', capabilities: [], arguments: [] },
    capabilities: new Set(),
    clockScope: 'account',
    async openWorld(): Promise<OpenWorld> {
      opened += 1;
      let statements = 0;
      const stated = () => {
        statements += 1;
      };
      const world = { stated, exchanges: () => [] } as unknown as World;
      return { world, statements: () => statements, close: async () => [exchange] };
    },
    alive: async () => true,
    smoke: async () => nothingSmoked,
    redact: (text) => text.replaceAll('sk-secret', '$GATEPROOF_KEY'),
    close: async () => undefined,
    opened: () => opened,
    ...fields,
  };
}

export function runOptions(
  checks: readonly Check[],
  fields: Partial<RunOptions> = {},
  standing: readonly StandingCheck[] = [],
): RunOptions {
  const rules = [
    ...checks.map(({ rule }) => aRule(rule)),
    ...standing.flatMap((one) => one.rules.map((rule) => aRule(rule, { kind: 'standing' }))),
  ];
  return {
    target: aTarget(),
    suite: { checks, standing },
    rules,
    catalogue: rules,
    toolVersion: '0.0.0',
    runId: 'test',
    seed: 7,
    ...fields,
  };
}
