import {
  type Clock,
  callInProcess,
  type Fault,
  type Gates,
  type JsonObject,
  script,
  turn,
  Upstream,
} from '@gateproof/upstreams';
import { echoingModels, failingModels } from '../built-in-models.ts';
import type { TakenFault } from '../faults/fault-plan.ts';
import { secondsToMs } from './http-transport.ts';
import type { UpstreamAnswer, UpstreamTransport } from './upstream-transport.ts';

/** A call that a fault answers. */
export interface FaultyCall {
  readonly url: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly taken: TakenFault<Fault>;
  readonly requestId: string | undefined;
}

/** The endpoints that live in this process: `inprocess:<slug>`. */
export interface InProcessTransport extends UpstreamTransport {
  /** Answers in an endpoint's place, whatever its URL, with a fault. */
  postFaulty(call: FaultyCall): Promise<UpstreamAnswer>;
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
  const create = (token: string, faults: readonly Fault[]) => {
    const says = echoingModels.has(token) ? 'echo' : 'words';
    const answer = { kind: 'default', seed: `${seed}/${token}`, says } as const;
    return new Upstream({ token, clock, gates, script: script(turn(answer, ...faults)), keptCalls: 1 });
  };
  const upstreamOf = (token: string): Upstream => {
    const present = upstreams.get(token);
    if (present !== undefined) return present;
    const failing = failingModels[token];
    const upstream = create(token, failing === undefined ? [] : [failing.fault]);
    upstreams.set(token, upstream);
    return upstream;
  };
  return {
    plainAnswer: (url, body) => upstreamOf(tokenOf(url)).plainAnswer(body as () => JsonObject),
    post: (url, body, signal) => call(upstreamOf(tokenOf(url)), url, body, signal),
    async postFaulty({ url, body, signal, taken, requestId }) {
      const upstream = create(tokenOf(url), [taken.fault]);
      const answer = call(upstream, url, body, signal);
      void upstream.calls[0]?.ended.then(() => {
        if (upstream.faultReports().some(({ acted }) => acted > 0)) taken.acted(requestId);
        else taken.giveBack();
      });
      return answer;
    },
    close: async () => undefined,
  };
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
