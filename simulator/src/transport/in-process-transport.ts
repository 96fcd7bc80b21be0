import {
  type Answer,
  type Clock,
  callInProcess,
  type Fault,
  type Gates,
  type JsonObject,
  type PlainAnswer,
  plainAnswer,
  script,
  turn,
  Upstream,
  type UpstreamTurn,
} from '@gateproof/upstreams';
import { echoingModels, failingModels } from '../built-in-models.ts';
import type { TakenFault } from '../faults/fault-plan.ts';
import { secondsToMs } from './http-transport.ts';
import type { UpstreamAnswer, UpstreamTransport } from './upstream-transport.ts';

/** A call that a fault or a canned reply answers. */
export interface ArrangedCall {
  readonly url: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly taken: TakenFault<Fault> | undefined;
  readonly reply: UpstreamTurn | undefined;
  readonly requestId: string | undefined;
}

/** The endpoints that live in this process: `inprocess:<slug>`. */
export interface InProcessTransport extends UpstreamTransport {
  /** Answers in an endpoint's place, whatever its URL, with a canned reply or the endpoint's own answer, on which a fault may act. */
  postArranged(call: ArrangedCall): Promise<UpstreamAnswer>;
  /** A canned reply in a chat endpoint's place as a value, where it has output and no fault. Undefined: it has to be called. */
  plainReply(url: string, body: () => unknown, reply: UpstreamTurn): PlainAnswer | undefined;
}

export interface InProcessTransportOptions {
  /** What their delays go by. */
  readonly clock: Clock;
  /** Their replies follow from it. */
  readonly seed: string;
  readonly gates: Gates;
}

const scheme = 'inprocess:';

/** Reaches the endpoints of the built-in models, which are made when they are first called. */
export function createInProcessTransport({ clock, seed, gates }: InProcessTransportOptions): InProcessTransport {
  const upstreams = new Map<string, Upstream>();
  const seeded = (token: string, answer: Answer) => {
    const says = echoingModels.has(token) ? 'echo' : 'words';
    return answer.kind === 'default' ? ({ seed: `${seed}/${token}`, says, ...answer } as const) : answer;
  };
  const create = (token: string, { answer, faults }: UpstreamTurn) => {
    const made = seeded(token, answer);
    return new Upstream({ token, clock, gates, script: script(turn(made, ...faults)), keptCalls: 1 });
  };
  const upstreamOf = (token: string): Upstream => {
    const present = upstreams.get(token);
    if (present !== undefined) return present;
    const failing = failingModels[token];
    const upstream = create(token, turn({ kind: 'default' }, ...(failing === undefined ? [] : [failing.fault])));
    upstreams.set(token, upstream);
    return upstream;
  };
  return {
    plainAnswer: (url, body) => upstreamOf(tokenOf(url)).plainAnswer(body as () => JsonObject),
    plainReply(url, body, { answer, faults }) {
      const made = seeded(tokenOf(url), answer);
      if (faults.length > 0 || made.kind === 'image' || made.kind === 'transcription') return undefined;
      const plain = plainAnswer(made, body() as JsonObject, 1);
      return plain.isFilled ? plain : undefined;
    },
    plainFiles: (url, route, body) => upstreamOf(tokenOf(url)).plainFiles(route, body as () => JsonObject),
    post: (url, body, signal) => call(upstreamOf(tokenOf(url)), url, body, signal),
    async postArranged({ url, body, signal, taken, reply = turn(), requestId }) {
      const fault = taken !== undefined && fits(taken.fault, reply) ? [taken.fault] : [];
      const upstream = create(tokenOf(url), turn(reply.answer, ...reply.faults, ...fault));
      const answer = call(upstream, url, body, signal);
      void upstream.calls[0]?.ended.then(() => {
        const acted = fault.length > 0 && (upstream.faultReports().at(-1)?.acted ?? 0) > 0;
        if (acted) taken?.acted(requestId);
        else taken?.giveBack();
      });
      return answer;
    },
    close: async () => undefined,
  };
}

/** Whether a fault can act on the turn: none comes after more tokens than a canned reply has. */
function fits(fault: Fault, { answer }: UpstreamTurn): boolean {
  const afterTokens = 'afterTokens' in fault ? (fault.afterTokens ?? 0) : 0;
  return answer.kind !== 'chat' || afterTokens <= answer.tokens.length;
}

/** `echo` of `inprocess:echo/chat/completions`; what names another endpoint than ours otherwise. */
function tokenOf(url: string): string {
  if (!url.startsWith(scheme)) return new URL(url).host;
  const end = url.indexOf('/', scheme.length);
  return url.slice(scheme.length, end < 0 ? undefined : end);
}

async function call(upstream: Upstream, url: string, body: unknown, signal: AbortSignal): Promise<UpstreamAnswer> {
  const request = {
    method: 'POST',
    path: `/${url.split('/').slice(-2).join('/')}`,
    headers: [['content-type', 'application/json']] as const,
    rawBody: Buffer.from(JSON.stringify(body)),
  };
  const answer = await callInProcess(upstream, request, signal);
  const header = (name: string) => answer.headers.find(([other]) => other.toLowerCase() === name)?.[1];
  return {
    status: answer.status,
    contentType: header('content-type') ?? '',
    retryAfterMs: secondsToMs(header('retry-after')),
    body: answer.body,
  };
}
