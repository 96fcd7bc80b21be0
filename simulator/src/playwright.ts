import type { Simulator } from './simulator.ts';

/** What this module uses of Playwright's `Request`. */
interface BrowserRequest {
  url(): string;
  method(): string;
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Buffer | null;
}

/** What this module uses of Playwright's `Route`. */
interface Route {
  request(): BrowserRequest;
  abort(errorCode?: string): Promise<void>;
  fulfill(answer: { status: number; headers: Record<string, string>; body: Buffer }): Promise<void>;
}

/** A `Page` or a `BrowserContext` of Playwright. */
export interface Routes {
  route(url: (url: URL) => boolean, handler: (route: Route) => Promise<void>): Promise<unknown>;
}

const defaultOrigin = 'https://gateway.example.test';

/** What a page of any origin may read of an answer: the contract says nothing of browsers. */
const readableAnywhere = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

/**
 * Lets the simulator answer what a page, or the pages of a context, request from `origin` (default `https://gateway.example.test`). Nothing listens.
 * A page gets each answer at once when it is complete, since Playwright can't hand out a part of one; a lost connection is one.
 * Throws `TypeError` for an origin that is no URL.
 */
export async function routeToSimulator(
  pages: Routes,
  simulator: Pick<Simulator, 'fetch'>,
  options: { readonly origin?: string } = {},
): Promise<void> {
  const { origin } = new URL(options.origin ?? defaultOrigin);
  await pages.route(
    (url) => url.origin === origin,
    async (route) => {
      const answer = await answerOf(simulator, route.request());
      await (answer === undefined ? route.abort('connectionreset') : route.fulfill(answer));
    },
  );
}

/** The whole answer; undefined when the connection is lost before its end. */
async function answerOf(simulator: Pick<Simulator, 'fetch'>, request: BrowserRequest) {
  const body = request.postDataBuffer();
  const { 'content-length': _, ...headers } = await request.allHeaders();
  const sent = { method: request.method(), headers, ...(body === null ? {} : { body: new Uint8Array(body) }) };
  try {
    const answer = await simulator.fetch(request.url(), sent);
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), ...readableAnywhere },
      body: Buffer.from(await answer.arrayBuffer()),
    };
  } catch {
    return undefined;
  }
}
