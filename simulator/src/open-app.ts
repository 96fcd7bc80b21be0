import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { GatewayOptions } from './http/gateway-options.ts';

/** What must be over before the first request is answered. */
export type BeforeFirstAnswer = (server: Server) => Promise<void>;

/** An application that is being made. */
export interface OpeningApp {
  /** Rejects with what an option lacks. Ends no process where nobody waits for it. */
  readonly app: Promise<FastifyInstance>;
  closeApp(): Promise<void>;
}

/** Makes the gateway's application. HTTP and its routes are loaded for it, and not before: the import of the package then costs a third. */
export function openApp(options: GatewayOptions, before?: BeforeFirstAnswer): OpeningApp {
  const app = makeApp(options, before);
  const closed = () => undefined;
  app.catch(closed);
  return { app, closeApp: () => app.then((made) => made.close(), closed) };
}

async function makeApp(options: GatewayOptions, before: BeforeFirstAnswer | undefined): Promise<FastifyInstance> {
  const { createApp } = await import('./create-app.ts');
  const app = createApp(options);
  if (before !== undefined) app.addHook('onReady', () => before(app.server));
  return app;
}
