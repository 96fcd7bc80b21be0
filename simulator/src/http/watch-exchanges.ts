import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ExchangeBehaviour,
  referenceExchanges,
  type SeenRequest,
  type SentAnswer,
} from '../behaviour/exchanges.ts';
import type { RouteName } from '../records/route-name.ts';
import { codeAnswer } from './code-answer.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Marks the requests that the gateway makes to itself, so that they lead to no further ones; nothing in a request can. */
const ownRequests = new AsyncLocalStorage<true>();

/** Lets the behaviour see and change whole exchanges. The reference changes none, and then nothing is parsed twice. */
export function watchExchanges(app: FastifyInstance, options: GatewayOptions): void {
  const { exchanges } = options.behaviour;
  if (exchanges === referenceExchanges) return;
  app.addHook('preHandler', async (request, reply) => {
    const seen = see(options, request);
    if (seen === undefined || ownRequests.getStore() === true) return;
    const refusal = exchanges.refusal(seen);
    if (refusal !== undefined) throw refusal;
    const given = exchanges.shortCircuit(seen);
    if (given === undefined) return;
    await reply.code(given.status).header('content-type', given.contentType).send(JSON.stringify(given.body));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const seen = see(options, request);
    if (seen === undefined || ownRequests.getStore() === true) return payload;
    const contentType = String(reply.getHeader('content-type') ?? '');
    const body = typeof payload === 'string' ? parsed(payload) : undefined;
    const present = body === undefined ? undefined : { status: reply.statusCode, contentType, body };
    const answer = present === undefined ? undefined : exchanges.answer(present, seen);
    await doBesides(app, options, seen, answer).catch(() => undefined);
    if (answer === undefined || answer === present) return coded(exchanges, seen, reply, payload);
    reply.code(answer.status).header('content-type', answer.contentType);
    return coded(exchanges, seen, reply, typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
}

function coded(exchanges: ExchangeBehaviour, seen: SeenRequest, reply: FastifyReply, payload: unknown): unknown {
  const contentType = String(reply.getHeader('content-type') ?? '');
  const coding = exchanges.coding(seen, { status: reply.statusCode, contentType });
  if (coding === undefined) return payload;
  if (coding.label !== undefined) reply.header('content-encoding', coding.label);
  reply.removeHeader('content-length');
  return codeAnswer(payload, coding);
}

async function doBesides(
  app: FastifyInstance,
  { behaviour }: GatewayOptions,
  seen: SeenRequest,
  answer: SentAnswer | undefined,
): Promise<void> {
  for (const { method, path, headers, body } of behaviour.exchanges.sideRequests(seen, answer)) {
    const json = body === undefined ? undefined : JSON.stringify(body);
    // Fastify sends the request once its answer is awaited, so that has to happen inside.
    await ownRequests.run(true, async () => {
      await app.inject({
        method,
        url: path,
        headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(json === undefined ? {} : { payload: json }),
      });
    });
  }
}

function see({ behaviour, registry, onJobFinal }: GatewayOptions, request: FastifyRequest): SeenRequest | undefined {
  const { paths } = behaviour.routes;
  const { method, url, headers, routeOptions } = request;
  const route = (Object.keys(paths) as RouteName[]).find((name) => paths[name] === routeOptions.url);
  if (route === undefined) return undefined;
  const rawBody = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const secret = headers.authorization?.replace(/^Bearer /i, '') ?? '';
  const { account, key } = registry.holderOf(secret) ?? {};
  return {
    route,
    method,
    path: url,
    headers,
    headerNames: request.raw.rawHeaders.filter((_text, place) => place % 2 === 0),
    body: parsed(Buffer.from(rawBody).toString()),
    rawBody,
    account,
    key,
    nowMs: account?.clock.now() ?? 0,
    announce: (job) => {
      if (account !== undefined) void onJobFinal(account, job).catch(() => undefined);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
