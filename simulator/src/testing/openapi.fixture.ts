import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OpenApiDocument, OpenApiOperation } from '@gateproof/spec';
import type { FastifyInstance } from 'fastify';
import { createSimulator } from '../simulator.ts';

/** Every route of a simulator as `METHOD /path/:parameter`. */
export async function servedRoutes(): Promise<readonly string[]> {
  const routes: string[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`);
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    await createSimulator().close();
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
  return [...new Set(routes)];
}

/** Every operation of a document with its method and its path template. */
export function operationsOf({
  paths,
}: OpenApiDocument): readonly (OpenApiOperation & { method: string; path: string })[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      method === 'parameters' ? [] : [{ ...operation, method: method.toUpperCase(), path }],
    ),
  );
}

/** The operation with this id. */
export function operationCalled(document: OpenApiDocument, operationId: string): OpenApiOperation {
  const found = operationsOf(document).find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`there is no operation ${operationId}`);
  return found;
}
