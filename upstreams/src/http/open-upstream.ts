import { realTime } from '../clock/real-time.ts';
import { Upstream, type UpstreamOptions } from '../upstream.ts';
import { type ListenOptions, listen } from './listen.ts';
import { serveCall } from './serve-call.ts';

/** An upstream on a port of its own. */
export interface OpenedUpstream {
  readonly upstream: Upstream;
  readonly port: number;
  /** `http://host:port`; with `/v1` behind it, it serves the same. */
  readonly url: string;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/** Opens one upstream on a port of its own, for gateways whose endpoints are configured once and for all. */
export async function openUpstream(options: UpstreamOptions & ListenOptions = {}): Promise<OpenedUpstream> {
  const upstream = new Upstream(options);
  const { port, origin, close } = await listen(options, (request, response) => {
    void serveCall(upstream, request, response, realTime);
  });
  return { upstream, port, url: origin, close };
}
