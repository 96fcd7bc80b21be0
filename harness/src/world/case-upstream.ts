import { script as scriptOf, type UpstreamCall, type UpstreamScript, wantsClosedPort } from '@gateproof/upstreams';
import type { Exchange } from '../exchange/exchange.ts';
import type { CaseScope } from './case-scope.ts';
import type { Upstream } from './world.ts';

const defaultWaitMs = 5_000;

/** Opens an upstream for one case; its calls become exchanges of the case. */
export async function openCaseUpstream(scope: CaseScope, script: UpstreamScript = scriptOf()): Promise<Upstream> {
  const { means, recorder } = scope;
  const { upstream, url: servedUrl, close } = means.upstreams.add({ token: scope.unique('u'), script });
  const url = wantsClosedPort(script) ? await means.upstreams.closedUrl() : servedUrl;
  scope.scripts.set(url, script);
  const isSeen = !wantsClosedPort(script);
  scope.endpoints.push({ script, isSeen, wasCalled: () => upstream.calls.length > 0 });
  const offsetMs = means.clock.nowMs() - means.clock.wallMs();
  const stop = upstream.onCall((call) => {
    const id = recorder.begin();
    const take = () => recorder.record(exchangeOf(id, call, url, offsetMs));
    take();
    void call.ended.then(take);
  });
  scope.onClose(() => {
    stop();
    upstream.release();
    close();
  });
  return {
    url,
    calls: () => upstream.calls,
    call: (number, limitMs = defaultWaitMs) => upstream.waitForCall(number, limitMs),
    script(next) {
      scope.scripts.set(url, next);
      upstream.script(next);
    },
    release: (gate) => upstream.release(gate),
  };
}

/** A call of the target to an upstream, as an exchange. Times of the upstream's clock are moved to the run's by `offsetMs`. */
function exchangeOf(id: string, call: UpstreamCall, baseUrl: string, offsetMs: number): Exchange {
  const { response, outcome } = call;
  return {
    id,
    side: 'upstream',
    request: {
      method: call.method,
      url: new URL(call.path, baseUrl).href,
      headers: call.headers,
      body: call.rawBody,
      atMs: call.startedAtMs + offsetMs,
    },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            headers: response.headers,
            body: Buffer.concat(response.pieces.map(({ bytes }) => bytes)),
            arrivals: response.pieces.map(({ atMs, bytes }) => ({ atMs: atMs + offsetMs, length: bytes.length })),
            headersAtMs: response.headAtMs + offsetMs,
          },
        }),
    ending: outcome === 'answered' ? 'complete' : outcome === 'refused' ? 'refused' : 'cut',
    ...(outcome === 'answered' ? {} : { trouble: outcome }),
    endedAtMs: (call.endedAtMs ?? call.startedAtMs) + offsetMs,
  };
}
