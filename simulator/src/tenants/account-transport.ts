import type { JsonObject } from '@gateproof/spec';
import { noPatience, type Patience, type PlainAnswer, type PlainFile, type UpstreamTurn } from '@gateproof/upstreams';
import type { FaultOccasion } from '../faults/fault-plan.ts';
import type { CallStart } from '../journal/call-log.ts';
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

/** Where an endpoint serves media, behind its URL. */
export const mediaPaths = { image: '/images/generations', transcription: '/audio/transcriptions' } as const;
const media = ['image', 'transcription'] as const;

/** The way to an endpoint for one account: a fault or a canned reply of the account answers in the endpoint's place. */
export class AccountTransport implements UpstreamTransport {
  readonly #origin: CallOrigin;
  readonly #overHttp: UpstreamTransport;

  constructor(origin: CallOrigin, overHttp: UpstreamTransport) {
    this.#origin = origin;
    this.#overHttp = overHttp;
  }

  plainAnswer(url: string, body: () => JsonObject, patience: Patience): PlainAnswer | undefined {
    const { account, reply } = this.#origin;
    const { faults, calls, endpoints } = account.workbench;
    if (!faults.isEmpty || (reply === undefined && !url.startsWith(inProcess))) return undefined;
    const answer =
      reply === undefined ? endpoints.plainAnswer(url, body, patience) : endpoints.plainReply(url, body, reply);
    // A log of calls follows an answer that takes time to its end.
    if (answer?.comesWithin(calls === undefined ? patience : noPatience) !== true) return undefined;
    this.#countPlain(url, '/chat/completions', body);
    return answer;
  }

  plainFiles(url: string, route: 'image' | 'transcription', body: () => JsonObject): readonly PlainFile[] | undefined {
    const files = this.#isCalled(url) ? undefined : this.#endpoints.plainFiles(url, route, body);
    if (files !== undefined) this.#countPlain(url, mediaPaths[route], body);
    return files;
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
    const entry = workbench.calls.start(this.#callStart(url, occasion, taken?.description ?? this.#replier));
    return recordCall(workbench.calls, entry, clock, answering);
  }

  get #endpoints(): UpstreamTransport {
    return this.#origin.account.workbench.endpoints;
  }

  /** Whether a call is made, whatever the endpoint would answer. */
  #isCalled(url: string): boolean {
    const { account, reply } = this.#origin;
    return reply !== undefined || !account.workbench.faults.isEmpty || !url.startsWith(inProcess);
  }

  #countPlain(url: string, path: string, body: () => JsonObject): void {
    const { workbench } = this.#origin.account;
    workbench.endpointCalls += 1;
    const { calls } = workbench;
    if (calls === undefined) return;
    const asked = url + path;
    const entry = calls.start(this.#callStart(asked, occasionOf(asked, body()), this.#replier));
    calls.answered(entry, 200);
    calls.end(entry, 'whole', entry.atMs);
  }

  /** What answers in an endpoint's place where no fault does, in words; undefined: the endpoint itself. */
  get #replier(): string | undefined {
    return this.#origin.reply === undefined ? undefined : 'a canned reply';
  }

  #callStart(url: string, { model, stream }: FaultOccasion, answeredBy: string | undefined): CallStart {
    const { account, requestId } = this.#origin;
    return { atMs: account.clock.now(), requestId, url, model, isStream: stream, answeredBy };
  }

  async close(): Promise<void> {}
}

function occasionOf(url: string, body: unknown): FaultOccasion {
  const { model, stream } = body as { readonly model?: unknown; readonly stream?: unknown };
  const route = media.find((kind) => url.endsWith(mediaPaths[kind])) ?? 'chat';
  return { route, model: String(model), stream: stream === true };
}
