import { failingModels } from '../built-in-models.ts';
import type { Clock } from '../clock/clock.ts';
import { callInProcess, script, turn, Upstream } from '../upstreams/index.ts';
import { secondsToMs } from './http-transport.ts';
import type { UpstreamTransport } from './upstream-transport.ts';

/** Reaches the endpoints of the built-in models, which live in this process: `inprocess:<slug>`. */
export function createInProcessTransport(clock: Clock): UpstreamTransport {
  const upstreams = new Map<string, Upstream>();
  const upstreamOf = (token: string): Upstream => {
    let upstream = upstreams.get(token);
    if (upstream === undefined) {
      const failing = failingModels[token];
      const behaviour = failing === undefined ? script() : script(turn({ kind: 'default' }, failing.fault));
      upstream = new Upstream({ token, clock, script: behaviour, keptCalls: 10 });
      upstreams.set(token, upstream);
    }
    return upstream;
  };
  return {
    async post(url, body, signal) {
      const [token = '', ...path] = url.slice('inprocess:'.length).split('/');
      const request = {
        method: 'POST',
        path: `/${path.join('/')}`,
        headers: [['content-type', 'application/json']] as const,
        rawBody: Buffer.from(JSON.stringify(body)),
      };
      const answer = await callInProcess(upstreamOf(token), request, signal);
      const header = (name: string) => answer.headers.find(([other]) => other.toLowerCase() === name)?.[1];
      return {
        status: answer.status,
        contentType: header('content-type') ?? '',
        retryAfterMs: secondsToMs(header('retry-after')),
        body: answer.body,
      };
    },
    close: async () => undefined,
  };
}
