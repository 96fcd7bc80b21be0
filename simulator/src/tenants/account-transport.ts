import type { UpstreamTurn } from '@gateproof/upstreams';
import type { FaultOccasion } from '../faults/fault-plan.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import type { Account } from './account.ts';

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
export function accountTransport(
  { account, requestId, reply }: CallOrigin,
  overHttp: UpstreamTransport,
): UpstreamTransport {
  const { workbench } = account;
  const { faults, endpoints } = workbench;
  return {
    plainAnswer(url, body) {
      if (reply !== undefined || !faults.isEmpty || !url.startsWith(inProcess)) return undefined;
      const answer = endpoints.plainAnswer(url, body);
      if (answer !== undefined) workbench.endpointCalls += 1;
      return answer;
    },
    post(url, body, signal) {
      workbench.endpointCalls += 1;
      const taken = faults.takeForEndpoint(occasionOf(url, body));
      if (taken !== undefined || reply !== undefined) {
        return endpoints.postArranged({ url, body, signal, taken, reply, requestId });
      }
      return (url.startsWith(inProcess) ? endpoints : overHttp).post(url, body, signal);
    },
    close: async () => undefined,
  };
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
