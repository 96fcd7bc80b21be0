import {
  type AnyCheck,
  type Exchange,
  type History,
  isObject,
  jsonOf,
  mediaTypeOf,
  openTarget,
  requestJsonOf,
  routeOf,
  runSuite,
  type StandingCheck,
  streamOf,
} from '@gateproof/harness';
import { createSimulator } from '@gateproof/simulator';
import { defaultPrefix, loadRules } from '@gateproof/spec';
import { gatewaySuite } from '@gateproof/suites';

/** What one case of a check shows of standing rules. */
export interface CoveredCase {
  readonly requests: number;
  /** Of them, those that reach a provider. */
  readonly generations: number;
  /** So many answers are waited for one after the other. */
  readonly rounds: number;
  /** What of the target served a request: routes, and `stream`. */
  readonly served: ReadonlySet<string>;
  /** By standing rule: the forms of the exchanges that exercised it. */
  readonly forms: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The cases of each check, in order. */
export type Coverage = ReadonlyMap<string, readonly CoveredCase[]>;

/** What of a run is kept. */
export interface Measured {
  readonly coverage: Coverage;
  /** The rules that passed. */
  readonly passed: ReadonlySet<string>;
}

/** Runs every check before the reference simulator, one case at a time, and keeps what its cases cost and show. `hasTestbed` false: by a URL and a key alone. */
export async function measureCoverage(hasTestbed: boolean): Promise<Measured> {
  const simulator = createSimulator();
  const baseUrl = await simulator.listen();
  const target = await openTarget({
    kind: hasTestbed ? 'simulator' : 'url',
    baseUrl,
    prefix: defaultPrefix,
    key: simulator.defaultKey,
    testbedUrl: hasTestbed ? `${baseUrl}/_testbed/v1` : undefined,
    testbedToken: undefined,
    headers: [],
    tls: {},
    requestTimeoutMs: 10_000,
    model: hasTestbed ? undefined : 'gateproof/echo',
    runId: 'donors',
    arguments: [],
  });
  const coverage = new Map<string, CoveredCase[]>();
  let running = '';
  const [first, ...others] = gatewaySuite.standing;
  if (first === undefined) throw new Error('the suite has no standing check');
  const watched = (check: StandingCheck, begins: boolean): StandingCheck => ({
    ...check,
    *judge(history) {
      if (begins) beginCase(coverage, running, history);
      for (const judgement of check.judge(history)) {
        if (judgement.undecidedBy === undefined && judgement.idle === undefined)
          cover(coverage.get(running)?.at(-1), judgement.rule, judgement.exchanges, history);
        yield judgement;
      }
    },
  });
  const catalogue = loadRules().filter(({ party }) => party === 'gateway');
  try {
    const { rules } = await runSuite({
      target,
      suite: { ...gatewaySuite, standing: [watched(first, true), ...others.map((one) => watched(one, false))] },
      rules: catalogue,
      catalogue,
      toolVersion: 'donors',
      runId: 'donors',
      seed: 42,
      concurrency: 1,
      runLimitMs: 1_800_000,
      listener: {
        onBegin(rule) {
          running = rule;
        },
      },
    });
    const passed = rules.filter(({ verdict }) => verdict === 'pass' || verdict === 'warn').map(({ rule }) => rule);
    return { coverage, passed: new Set(passed) };
  } finally {
    await target.close();
    await simulator.close();
  }
}

function beginCase(coverage: Map<string, CoveredCase[]>, check: AnyCheck['rule'], history: History): void {
  const cases = coverage.get(check) ?? [];
  coverage.set(check, cases);
  const requests = history.exchanges.filter(({ side }) => side === 'request');
  const served = requests.filter(({ response }) => response !== undefined && response.status < 300);
  const routes = served.map((one) => routeOf(one, history.baseUrl));
  const streams = served.filter((one) => mediaTypeOf(one) === 'text/event-stream').length > 0;
  cases.push({
    requests: requests.length,
    generations: routes.filter((route) => route !== undefined && generating.has(route)).length,
    rounds: roundsIn(requests),
    served: new Set([...routes.filter((route) => route !== undefined), ...(streams ? ['stream'] : [])]),
    forms: new Map(),
  });
}

const generating: ReadonlySet<string> = new Set(['chat', 'image', 'transcription']);

/** The most requests of which each began once the one before had ended. */
function roundsIn(requests: readonly Exchange[]): number {
  let rounds = 0;
  let endedAtMs = Number.NEGATIVE_INFINITY;
  for (const one of requests.toSorted((first, second) => first.endedAtMs - second.endedAtMs)) {
    if (one.request.atMs < endedAtMs) continue;
    rounds += 1;
    endedAtMs = one.endedAtMs;
  }
  return rounds;
}

function cover(seen: CoveredCase | undefined, rule: string, ids: readonly string[], history: History): void {
  if (seen === undefined) return;
  const forms = seen.forms as Map<string, Set<string>>;
  const own = forms.get(rule) ?? new Set();
  forms.set(rule, own);
  for (const route of seen.served) own.add(`${besideRoute} ${route}`);
  for (const exchange of history.exchanges) {
    if (!ids.includes(exchange.id)) continue;
    for (const form of formsOf(exchange, history.baseUrl)) own.add(form);
  }
}

/** Fields whose values distinguish answers. */
const telling: ReadonlySet<string> = new Set([
  'finish_reason',
  'code',
  'type',
  'status',
  'kind',
  'object',
  'role',
  'event',
]);
const deepest = 3;

/** Forms that say where something is shown begin so: most mistakes are made on one route alone. */
const ownRoute = 'on';
const besideRoute = 'in a case that uses';

/** True for a form that says where something is shown. */
export function isPlace(form: string): boolean {
  return form.startsWith(`${ownRoute} `) || form.startsWith(`${besideRoute} `);
}

/** What is characteristic of an exchange: its route with the status and type of the answer, how it was asked, and the fields that the answer has. */
export function formsOf(exchange: Exchange, baseUrl: string): readonly string[] {
  const { side, response } = exchange;
  const type = mediaTypeOf(exchange);
  const chunks = type === 'text/event-stream' ? streamOf(exchange).chunks.map(({ json }) => json) : [];
  const body = side === 'delivery' ? requestJsonOf(exchange) : jsonOf(exchange);
  const answers = chunks.length > 0 ? chunks : [body.ok ? body.value : undefined];
  const route = routeOf(exchange, baseUrl) ?? 'other';
  const status = response?.status ?? exchange.ending;
  // Refusals differ by route, and what is served by its type.
  const where = `${side} ${typeof status === 'number' && status >= 400 ? route : type} `;
  return [
    ...[`${side} ${route} ${status} ${type}`, ...asked(exchange).map((how) => `${side} ${how}`)].map(
      (one) => `${ownRoute} ${one}`,
    ),
    ...new Set(answers.flatMap((answer) => fieldsIn(answer, where))),
  ];
}

/** Headers that every request has. */
const plainHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'content-length',
  'host',
  'connection',
  'accept',
  'user-agent',
]);

/** How something was asked: the kind of its body, a stream, and headers that few requests have. */
function asked(exchange: Exchange): readonly string[] {
  const { request, side } = exchange;
  const body = requestJsonOf(exchange);
  const kind = body.ok
    ? isObject(body.value)
      ? 'object'
      : 'other JSON'
    : request.body.length === 0
      ? 'nothing'
      : 'no JSON';
  const isStream = body.ok && isObject(body.value) && body.value.stream === true;
  const headers = request.headers.map(([name, value]) => {
    const parts = side === 'delivery' ? value.split('v1=').length : 1;
    return `${name.toLowerCase()}${parts > 1 ? ` in ${parts} parts` : ''}`;
  });
  return [
    `asked with ${kind}${isStream ? ', streamed' : ''}`,
    ...headers.filter((name) => !plainHeaders.has(name)).map((name) => `asked with ${name}`),
  ];
}

function fieldsIn(value: unknown, path: string, depth = 0): readonly string[] {
  if (depth > deepest || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return [
      `${path} has ${Math.min(2, value.length)}`,
      ...value.slice(0, 3).flatMap((one) => fieldsIn(one, `${path}*`, depth)),
    ];
  return Object.entries(value).flatMap(([key, one]) => {
    const size = typeof one === 'number' ? `~10^${Math.floor(Math.log10(Math.abs(one) + 1))}` : '';
    const said = key.startsWith('retry_after')
      ? size
      : one === null
        ? '=null'
        : telling.has(key) && typeof one !== 'object'
          ? `=${String(one)}`
          : '';
    return [`${path}.${key}${said}`, ...fieldsIn(one, `${path}.${key}`, depth + 1)];
  });
}
