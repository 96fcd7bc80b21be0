import {
  type CallClient,
  type Caller,
  type ClientRequest,
  type ClientWorld,
  expectThat,
  isObject,
  type JsonObject,
  jsonDifferences,
  NotExercised,
  requestHeaderOf,
  type ScriptedAnswer,
  show,
} from '@gateproof/harness';
import { type DriverAnswer, errorTable, serviceNames } from '@gateproof/spec';
import { outcomeText, unlessSilent } from './at-once.ts';
import { bareCall, bareOperations, type FormedCall, formedCall, formsOf, type Heard, heardIn } from './formed-calls.ts';
import { bodyOf } from './last-request.ts';
import { answerAside } from './operations.ts';
import { listsBesides } from './reads-besides.ts';
import { refusalAfter } from './replies.ts';
import { isKeyOfWord, type RichOperation, richOperations } from './rich-calls.ts';

/** A call that a client does among many, with what its requests are answered before it is served, or always. */
export interface Planned {
  readonly call: FormedCall;
  readonly before?: readonly ScriptedAnswer[];
  readonly always?: (nth: number) => ScriptedAnswer;
  /** So long a wait the first of these answers asks for, in ms. */
  readonly firstWaitMs?: number;
  /** What the caller is to hear where it is not served. */
  readonly refusal?: Heard;
  /** Whose API key is given; each caller is a client of its own. Default: that of all calls. */
  readonly key?: Caller;
}

/** What came of it. */
export interface Done extends Planned {
  readonly key: Caller;
  readonly answer: DriverAnswer | undefined;
  /** But for reads that the client does besides. */
  readonly requests: readonly ClientRequest[];
}

/** A client that sends fewer calls at a time is answered after so long. */
const patienceMs = 600;
/** Between two answers. */
const staggerMs = 2;
const limitMs = 40_000;

/** Lets a client do calls: all at the same time, each answered first when all have come, the last first; or one after another. */
export async function doCalls(
  world: ClientWorld,
  ask: CallClient,
  plans: readonly Planned[],
  { isAtOnce = false, key = 'first' }: { readonly isAtOnce?: boolean; readonly key?: Caller } = {},
): Promise<readonly Done[]> {
  const requests = new Map<Planned, ClientRequest[]>(plans.map((plan) => [plan, []]));
  const allCame = Promise.withResolvers<void>();
  const meeting = Promise.race([allCame.promise, world.pause(isAtOnce ? patienceMs : 0)]);
  world.answer((request) => {
    const plan = plans.find((one) => one.call.owns(request) && mayBeSentFor(world, one, request));
    const asides = (plan === undefined ? plans : [plan]).map(({ call }) => answerAside(call.operation, request));
    const aside = asides.find((answer) => answer !== undefined);
    const own = plan === undefined ? undefined : requests.get(plan);
    if (plan === undefined || own === undefined || aside !== undefined) return aside ?? { status: 404, body: {} };
    own.push(request);
    if ([...requests.values()].every(({ length }) => length > 0)) allCame.resolve();
    const answer = answerTo(plan, request, own.length);
    const turnMs = (plans.length - plans.indexOf(plan)) * staggerMs;
    return isAtOnce && own.length === 1 ? { ...answer, after: meeting, afterMs: turnMs } : answer;
  });
  const does = async (plan: Planned): Promise<Done> => {
    const { op, params } = plan.call.operation;
    const own = plan.key ?? key;
    const answer = await ask(op, params, { limitMs, key: own, ...plan.call.options }).catch(unlessSilent);
    return { ...plan, key: own, answer, requests: requests.get(plan) ?? [] };
  };
  if (isAtOnce) return Promise.all(plans.map(does));
  const done: Done[] = [];
  for (const plan of plans) done.push(await does(plan));
  return done;
}

/** A list says nothing of who asks for it, and another caller's client may read it before a model. */
function mayBeSentFor(world: ClientWorld, { call, key }: Planned, { exchange }: ClientRequest): boolean {
  if (call.op !== 'list_models' || key === undefined) return true;
  return requestHeaderOf(exchange, 'authorization') === `Bearer ${world.apiKeyOf(key)}`;
}

function answerTo({ call, before = [], always }: Planned, request: ClientRequest, nth: number): ScriptedAnswer {
  return always?.(nth) ?? before[nth - 1] ?? call.answer(request, nth - before.length);
}

/** Something of a call that can be compared with what it is to be. */
export interface Fact {
  readonly name: string;
  readonly wanted: unknown;
  readonly seen: readonly unknown[];
}

const isOfCatalogue = ({ op }: FormedCall) => op === 'list_models' || op === 'get_model';

/** What the requests of a call say for its caller. */
export function sentFacts(world: ClientWorld, { call, key, requests }: Done): readonly Fact[] {
  const { metadataHeader, requestField } = serviceNames(world.prefix);
  const { inputs, svc, metadata, job_id: _id, place: _place, ...given } = call.operation.params as JsonObject;
  const own = requests.filter(({ path }) => path.startsWith('/v1/'));
  // What a client read of the catalogue it may keep.
  if (own.length === 0 && isOfCatalogue(call)) return [];
  const isStream = call.op === 'chat_stream' ? { stream: true } : {};
  const isReading = isOfCatalogue(call);
  const fields = isReading
    ? {}
    : {
        ...given,
        ...(isObject(inputs) ? inputs : {}),
        ...isStream,
        ...(svc === undefined ? {} : { [requestField]: svc }),
      };
  const header = (name: string) => own.map(({ exchange }) => requestHeaderOf(exchange, name));
  const facts: readonly Fact[] = [
    { name: 'path', wanted: call.path, seen: own.map(({ path }) => path) },
    { name: 'API key', wanted: `Bearer ${world.apiKeyOf(key)}`, seen: header('authorization') },
    ...Object.entries(fields).map(([name, wanted]) => ({ name, wanted, seen: own.map((one) => bodyOf(one)[name]) })),
  ];
  const { idempotencyKey } = call.options ?? {};
  const keys = header('idempotency-key');
  return [
    ...facts,
    ...(call.form === 'bare' ? leftOutFacts(call, own, requestField) : []),
    ...(call.op === 'chat' ? [{ name: 'stream', wanted: null, seen: fieldIn(own, 'stream') }] : []),
    idempotencyKey === undefined
      ? { name: 'no Idempotency-Key of another call', wanted: false, seen: keys.map(isKeyOfWord) }
      : { name: 'Idempotency-Key', wanted: idempotencyKey, seen: keys },
    ...(metadata === true || call.form === 'bare'
      ? [{ name: metadataHeader, wanted: metadata === true ? 'enabled' : undefined, seen: header(metadataHeader) }]
      : []),
  ];
}

const fieldIn = (requests: readonly ClientRequest[], name: string) =>
  requests.map((request) => bodyOf(request)[name] ?? null);

/** What other callers set and this one did not. */
function leftOutFacts({ op }: FormedCall, own: readonly ClientRequest[], requestField: string): readonly Fact[] {
  const names = op.startsWith('chat') ? settingsOfChats : settingsOfSubmissions;
  return [...names, requestField].map((name) => ({ name, wanted: null, seen: fieldIn(own, name) }));
}
const settingsOfChats = ['models', 'temperature', 'max_tokens', 'tools', 'response_format', 'provider'];
const settingsOfSubmissions = ['models', 'retry_of', 'provider'];

/** What the caller heard. */
export function heardFacts({ call, refusal, answer }: Done): readonly Fact[] {
  const heard = answer === undefined ? {} : heardIn(answer);
  const wanted = Object.entries(refusal ?? call.wanted);
  return wanted.map(([name, value]) => ({ name: `what is reported as ${name}`, wanted: value, seen: [heard[name]] }));
}

const holds = ({ wanted, seen }: Fact) =>
  seen.length > 0 && seen.every((one) => jsonDifferences(wanted, one).length === 0);

/** What of a client's calls is as it is to be while it does one at a time: only that is compared among many. */
export class Alone {
  readonly #names = new Set<string>();

  learn(done: Done, facts: readonly Fact[]): void {
    for (const fact of facts) if (holds(fact)) this.#names.add(nameOf(done, fact));
  }

  /** Throws `NotExercised` where nothing can be compared. */
  require(): void {
    if (this.#names.size === 0) throw new NotExercised('the client does no call alone as it is to be');
  }

  /** States that what held alone holds of this call. */
  expect(world: ClientWorld, done: Done, facts: readonly Fact[], where: string): void {
    const { call, answer, requests } = done;
    const exchanges = requests.map(({ exchange }) => exchange.id);
    for (const fact of facts) {
      if (!this.#names.has(nameOf(done, fact)) || isLeftOut(done, fact)) continue;
      expectThat(world, holds(fact), {
        expected: `${fact.name} of the ${call.op} "${call.word}" ${where}: ${show(fact.wanted)}`,
        observed: `${show(fact.seen.length === 1 ? fact.seen[0] : fact.seen)}; it was reported with ${outcomeText(answer)}`,
        exchanges,
      });
    }
  }
}
/** Of an error all but its code may be left out. */
const isLeftOut = ({ refusal }: Done, { name, seen }: Fact) =>
  refusal !== undefined && !name.endsWith(' code') && seen.every((one) => one === undefined);
const nameOf = ({ call, refusal }: Done, { name }: Fact) =>
  [call.op, refusal === undefined ? call.form : '', name].join(' ');

/** Words that no other word, path or text holds. */
const wordOf = (count: number) => `qz${String(count).padStart(3, '0')}w`;

/** Makes the calls of one case, each under a word of its own. */
export class Planner {
  readonly #world: ClientWorld;
  #ops: readonly RichOperation[];
  readonly #turns = new Map<RichOperation, number>();
  #made = 0;

  constructor(world: ClientWorld) {
    this.#world = world;
    this.#ops = richOperations.filter((op) => world.supports(op));
  }

  get ops(): readonly RichOperation[] {
    return this.#ops;
  }

  /** Leaves lists out: a client that lists the models for its other calls has requests of which nobody knows whose they are. */
  dropLists(): void {
    this.#ops = this.#ops.filter((op) => op !== 'list_models');
  }

  /** A call of the operation; which of its answers it is served goes in turns. */
  call(op: RichOperation): FormedCall {
    const names = formsOf(op);
    const turn = this.#turns.get(op) ?? 0;
    this.#turns.set(op, turn + 1);
    // Two in a row alike, so that what is mixed up stands in the same field.
    return this.in(op, names[Math.floor(turn / 2) % names.length] as string);
  }

  in(op: RichOperation, form: string): FormedCall {
    this.#made += 1;
    return formedCall(this.#world, op, wordOf(this.#made), form);
  }

  /** Calls that give no more than they must. */
  bare(): readonly FormedCall[] {
    return bareOperations
      .filter((op) => this.ops.includes(op))
      .map((op) => {
        this.#made += 1;
        return bareCall(this.#world, op, wordOf(this.#made));
      });
  }

  /** A call of each operation, so many times; but two lists ask for the same, so that there is one at a time. */
  each(times = 1): readonly FormedCall[] {
    return [
      ...Array.from({ length: times - 1 }, () => this.eachButList()).flat(),
      ...this.ops.map((op) => this.call(op)),
    ];
  }

  eachButList(): readonly FormedCall[] {
    return this.ops.filter((op) => op !== 'list_models').map((op) => this.call(op));
  }
}

/** A call that is always refused with this code; where it may be sent again, the first answer asks for so long a wait, and the others for none. */
export function refused(call: FormedCall, code: string, firstWaitMs = 0): Planned {
  const { kind, status } = errorTable.get(code) ?? {};
  const request_id = `req_${code}_${call.word}`;
  return {
    call,
    firstWaitMs,
    always: (nth) => refusalAfter(code, nth === 1 ? firstWaitMs : 0, { request_id }),
    refusal: { code, kind, status, request_id },
  };
}

const refusedAlone = 'forbidden';

/** Does each operation refused, and in all forms that it is served in unless that is left out, each as the first call of a client. */
export async function learnAlone(
  world: ClientWorld,
  ask: CallClient,
  planner: Planner,
  facts: (done: Done) => readonly Fact[],
  { isServed = true }: { readonly isServed?: boolean } = {},
): Promise<Alone> {
  const alone = new Alone();
  let callers = 0;
  const learn = async (ops: readonly RichOperation[]) => {
    const all = isServed ? ops : [];
    const served = all.flatMap((op) => formsOf(op).map((form): Planned => ({ call: planner.in(op, form) })));
    const bare = all.length > 1 ? planner.bare().map((call): Planned => ({ call })) : [];
    const failed = ops.map((op) => refused(planner.call(op), refusedAlone));
    const firsts = [...served, ...bare, ...failed].map((plan): Planned => {
      callers += 1;
      return { ...plan, key: `other-${callers}` };
    });
    for (const done of await doCalls(world, ask, firsts)) alone.learn(done, facts(done));
  };
  await learn(planner.ops.filter((op) => op !== 'list_models'));
  if (listsBesides(world)) planner.dropLists();
  else await learn(planner.ops.filter((op) => op === 'list_models'));
  alone.require();
  return alone;
}
