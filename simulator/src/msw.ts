import { type HttpHandler, http } from 'msw/http';
import { bypass } from 'msw/utils/bypass';
import type { Simulator } from './simulator.ts';

/** Where `simulatorHandlers` puts the gateway by default. */
const defaultOrigin = 'https://gateway.example.test';

/**
 * MSW 3 request handlers that let the simulator answer every request to `origin` (default `https://gateway.example.test`): JSON, events as they
 * come, aborts and lost connections included. In Node nothing listens: hand them to `setupServer(...)`. In a browser, where no simulator can run, hand those of
 * `simulatorAt(url)` to `setupWorker(...)`. Throws `TypeError` for an origin that is no URL.
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

/** The page's address, which Node does not have. */
const { location: page } = globalThis as { readonly location?: { readonly href: string } };

/**
 * A simulator that runs elsewhere, for handlers in a browser. `url` is where the page reaches it: a path such as `/simulator` that the page's own server
 * passes on, since the simulator allows no page of another origin to read its answers.
 */
export function simulatorAt(url: string): Pick<Simulator, 'fetch'> {
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      const body = await request.arrayBuffer();
      const sent = { method, headers, signal, ...(body.byteLength === 0 ? {} : { body }) };
      const target = new URL(`${url.replace(/\/$/, '')}${pathname}${search}`, page?.href);
      // MSW makes a 500 of what a handler throws in a browser, and a lost connection of this.
      return fetch(bypass(new Request(target, sent))).catch(() => Response.error());
    },
  };
}
