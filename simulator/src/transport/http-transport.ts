import type { Agent } from 'undici';
import type { UpstreamTransport } from './upstream-transport.ts';

const agentOptions = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 1_000,
  pipelining: 1,
  connections: null,
} as const;

/** Reaches endpoints over HTTP. The gateway's own timers decide how long it waits, so undici's are off. */
export function createHttpTransport(): UpstreamTransport {
  let agent: Agent | undefined;
  let loading: Promise<typeof import('undici')> | undefined;
  return {
    plainAnswer: () => undefined,
    plainFiles: () => undefined,
    async post(url, body, signal) {
      // Imported at the first call: a simulator whose endpoints are all in this process starts sooner without it.
      loading ??= import('undici');
      const { Agent: HttpAgent, request } = await loading;
      agent ??= new HttpAgent(agentOptions);
      const {
        statusCode,
        headers,
        body: received,
      } = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      });
      return {
        status: statusCode,
        contentType: String(headers['content-type'] ?? ''),
        retryAfterMs: secondsToMs(headers['retry-after']),
        body: received,
      };
    },
    close: async () => agent?.destroy(),
  };
}

/** A Retry-After in whole seconds; dates are not read. */
export function secondsToMs(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) * 1000 : undefined;
}
