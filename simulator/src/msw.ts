import { type HttpHandler, http } from 'msw/http';
import type { Simulator } from './simulator.ts';

/** Where `simulatorHandlers` puts the gateway by default. */
const defaultOrigin = 'https://gateway.example.test';

/**
 * MSW 3 request handlers that let the simulator answer every request to `origin` (default `https://gateway.example.test`): JSON, events as they
 * come, aborts and lost connections included. Nothing listens; hand them to `setupServer(...)`. Throws `TypeError` for an origin that is no URL.
 */
export function simulatorHandlers(
  simulator: Pick<Simulator, 'fetch'>,
  options: { readonly origin?: string } = {},
): readonly HttpHandler[] {
  const { host } = new URL(options.origin ?? defaultOrigin);
  // Links to files name the scheme that the connection has, which in memory is http.
  return ['https', 'http'].map((scheme) =>
    http.all(`${scheme}://${host}/*`, ({ request }) => simulator.fetch(request)),
  );
}
