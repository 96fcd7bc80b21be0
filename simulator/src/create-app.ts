import Fastify, { type FastifyInstance } from 'fastify';
import { ClientGone } from './domain/routing/try-endpoints.ts';
import { GatewayError } from './errors/gateway-error.ts';
import { answerBelowHttp } from './http/answer-below-http.ts';
import { answerExpectation } from './http/answer-expectation.ts';
import { chatRoute } from './http/chat-route.ts';
import { ConnectionAnswers } from './http/connection-answers.ts';
import { fileRoutes } from './http/file-routes.ts';
import type { GatewayOptions } from './http/gateway-options.ts';
import { jobRoutes } from './http/job-routes.ts';
import { modelsRoute } from './http/models-route.ts';
import { playCassette } from './http/play-cassette.ts';
import { refuseTunnel } from './http/refuse-tunnel.ts';
import { routeToOwner } from './http/route-to-owner.ts';
import { sendError } from './http/send-error.ts';
import { submissionRoutes } from './http/submission-routes.ts';
import { watchExchanges } from './http/watch-exchanges.ts';
import { holderOf, requestIdFor, watchBody, watchRequests } from './http/watch-requests.ts';
import { asksForStartPage, inspectorPath, inspectorRoutes } from './inspector/inspector-routes.ts';
import { testbedRoutes } from './testbed/testbed-routes.ts';

/** Longest time that a client may take to send its request, in ms. */
const requestTimeoutMs = 30_000;

/** The gateway as a Fastify application: bytes in, envelope or answer out. Every answer carries the request id. */
export function createApp(options: GatewayOptions): FastifyInstance {
  const answers = new ConnectionAnswers();
  const app = Fastify({
    logger: false,
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // A data file with many records takes as long as it takes to read.
    pluginTimeout: 0,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 8192 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Ids are given once it is known whose request it is.
    genReqId: () => '',
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerBelowHttp({ ...options, answers }, error, socket),
    frameworkErrors: (error, request, reply) => {
      const account = holderOf(options.registry, request.raw as never)?.account;
      sendError(options, reply as never, requestIdFor(options, account), error);
    },
  });
  app.server.on('checkExpectation', (request, response) => answerExpectation(options, request, response));
  app.server.on('connect', (_request, socket) => refuseTunnel({ ...options, answers }, socket));
  answers.watch(app.server);
  app.removeAllContentTypeParsers();
  // Bytes as they came: JSON is parsed by the domain, after the caller is known.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (request, body, done) => {
    watchBody(request, body as Buffer);
    done(null, body);
  });
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ClientGone) return reply.hijack().raw.destroy();
    // A connection that closes while its client still sends takes the answer with it: the rest of the body is read on.
    reply.removeHeader('connection');
    request.raw.resume();
    return sendError(options, reply, request.id, error);
  });
  app.setNotFoundHandler((request, reply) =>
    asksForStartPage(request)
      ? reply.redirect(inspectorPath)
      : sendError(options, reply, request.id, notFound(app, request)),
  );
  if (options.replica !== undefined) routeToOwner(app, options, options.replica);
  watchExchanges(app, options);
  watchRequests(app, options, answers);
  if (options.playback !== undefined) playCassette(app, options, options.playback);
  chatRoute(app, options);
  submissionRoutes(app, options);
  jobRoutes(app, options);
  fileRoutes(app, options);
  modelsRoute(app, options);
  testbedRoutes(app, options);
  inspectorRoutes(app, options);
  return app;
}

/** No route has a schema: Fastify need not load its own compilers of them. */
const noSchemas = () => () => {
  throw new Error('a route of the gateway has a schema, and nothing compiles it');
};

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function notFound(
  app: FastifyInstance,
  { method, url }: { readonly method: string; readonly url: string },
): GatewayError {
  const path = url.split('?')[0] ?? url;
  const others = methods.filter(
    (candidate) => candidate !== method && app.findRoute({ method: candidate, url: path }) !== null,
  );
  return others.length > 0
    ? new GatewayError('method_not_allowed', `${method} is not allowed on ${path}; ${others.join(', ')} is.`, {
        scope: 'request',
      })
    : new GatewayError('not_found', `There is no route ${method} ${path}.`, { scope: 'request' });
}
