import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from '../http/gateway-options.ts';
import { inspectorFolder } from '../inspector-folder.ts';
import { guard } from '../testbed/guard.ts';

/** Where the page is. */
export const inspectorPath = '/_inspector';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * The page may run its own scripts, ask its own server, and nothing else. It makes no markup of texts, and Trusted Types hold it to that; no other page
 * shows it in a frame.
 */
const headers = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
};

/**
 * The inspector: a page that shows what passes through the gateway, and arranges its world by the operations of the testbed. Its files hold nothing of
 * any account. Without a token they are open to whom the testbed is; with one, a browser could not send it for a page, so that the page asks for it.
 */
export function inspectorRoutes(app: FastifyInstance, options: GatewayOptions): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    if (options.testbedToken === undefined) guard(options, request);
    const type = /^[a-z-]+\.([a-z]+)$/.exec(name)?.[1];
    const contentType = type === undefined ? undefined : types[type];
    const bytes = contentType && (await readFile(new URL(name, inspectorFolder)).catch(() => undefined));
    if (!bytes) throw new GatewayError('not_found', `The inspector has no file ${name}.`, { scope: 'request' });
    return reply.headers({ ...headers, 'content-type': contentType }).send(bytes);
  };
  app.get(inspectorPath, (request, reply) => send(request, reply, 'index.html'));
  app.get(`${inspectorPath}/:file`, (request, reply) => {
    const { file } = request.params as { readonly file: string };
    return send(request, reply, file);
  });
}

/** Whether a browser asks for the start page of the address, which the gateway itself has none of. */
export function asksForStartPage({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && url === '/' && accept.includes('text/html');
}
