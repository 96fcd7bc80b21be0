import type { JsonObject } from '@gateproof/spec';
import type { PlainAnswer, UpstreamTurn } from '@gateproof/upstreams';
import type { FaultOccasion } from '../faults/fault-plan.ts';
import type { CallLog, CallStart } from '../journal/call-log.ts';
import type { UpstreamAnswer, UpstreamTransport } from '../transport/upstream-transport.ts';
import type { Account } from './account.ts';
import { recordCall } from './record-call.ts';

/** For whom an endpoint is called. */
export interface CallOrigin {
  readonly account: Account;
  /** Of the request that led to the call; undefined where none did. */
  readonly requestId: string | undefined;
  /** What is answered in the endpoint's place; undefined: what the endpoint answers. */
  readonly reply?: UpstreamTurn;
}

const inProcess = 'inprocess:';

/** The way to an endpoint for one account: a fault or a canned reply of the account answers in the endpoint's place. */
export class AccountTransport implements UpstreamTransport {
  readonly #origin: CallOrigin;
  readonly #overHttp: UpstreamTransport;

  constructor(origin: CallOrigin, overHttp: UpstreamTransport) {
    this.#origin = origin;
    this.#overHttp = overHttp;
  }

  plainAnswer(url: string, body: () => JsonObject): PlainAnswer | undefined {
    const { account, reply } = this.#origin;
    const { workbench } = account;
    if (reply !== undefined || !workbench.faults.isEmpty || !url.startsWith(inProcess)) return undefined;
    const answer = workbench.endpoints.plainAnswer(url, body);
    if (answer === undefined) return undefined;
    workbench.endpointCalls += 1;
    if (workbench.calls !== undefined) this.#recordPlain(workbench.calls, url, body());
    return answer;
  }

  post(url: string, body: unknown, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { account, reply, requestId } = this.#origin;
    const { workbench, clock } = account;
    workbench.endpointCalls += 1;
    const occasion = occasionOf(url, body);
    const taken = workbench.faults.takeForEndpoint(occasion);
    const answering =
      taken !== undefined || reply !== undefined
        ? workbench.endpoints.postArranged({ url, body, signal, taken, reply, requestId })
        : (url.startsWith(inProcess) ? workbench.endpoints : this.#overHttp).post(url, body, signal);
    if (workbench.calls === undefined) return answering;
    const answeredBy = taken?.description ?? (reply === undefined ? undefined : 'a canned reply');
    const entry = workbench.calls.start(this.#callStart(url, occasion, answeredBy));
    return recordCall(workbench.calls, entry, clock, answering);
  }

  #recordPlain(calls: CallLog, url: string, body: JsonObject): void {
    const entry = calls.start(this.#callStart(`${url}/chat/completions`, occasionOf(url, body), undefined));
    calls.answered(entry, 200);
    calls.end(entry, 'whole', entry.atMs);
  }

  #callStart(url: string, { model, stream }: FaultOccasion, answeredBy: string | undefined): CallStart {
    const { account, requestId } = this.#origin;
    return { atMs: account.clock.now(), requestId, url, model, isStream: stream, answeredBy };
  }

  async close(): Promise<void> {}
}

function occasionOf(url: string, body: unknown): FaultOccasion {
  const { model, stream } = body as { readonly model?: unknown; readonly stream?: unknown };
  const route = url.endsWith('/images/generations')
    ? 'image'
    : url.endsWith('/audio/transcriptions')
      ? 'transcription'
      : 'chat';
  return { route, model: String(model), stream: stream === true };
}
