import { Readable } from 'node:stream';
import type { CassetteResponse } from '@gateproof/spec';
import type { Clock } from '@gateproof/upstreams';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CassettePlan } from '../cassette/cassette-plan.ts';
import { piecesOfResponse } from '../cassette/pieces-of-response.ts';
import type { Playback } from '../cassette/playback.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { goneSignal } from './gone-signal.ts';
import { loseAnswer } from './lose-answer.ts';
import { holderOf } from './watch-requests.ts';

/** Lets recorded exchanges answer before the gateway does, whatever the key and the route are. The testbed's own routes stay as they are. */
export function playCassette(app: FastifyInstance, { registry, clock }: GatewayOptions, playback: Playback): void {
  const { cassette, only = false, pauses = true } = playback;
  const plan = new CassettePlan(cassette);
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/_testbed')) return;
    const account = holderOf(registry, request.raw)?.account;
    const { method, url: path } = request;
    const taken = plan.take(account ?? registry, { method, path, json: jsonOf(request) });
    if (taken.kind === 'exchange') {
      return play(taken.exchange.response, reply, pauses ? waiting(account?.clock ?? clock) : () => undefined);
    }
    if (!only) return;
    throw new GatewayError('invalid_request', `No recorded exchange fits this request. ${taken.nearest}`, {
      scope: 'request',
    });
  });
}

type Wait = (ms: number) => Promise<void> | undefined;

function waiting(clock: Clock): Wait {
  return (ms) => (ms <= 0 ? undefined : new Promise((resolve) => clock.setTimer(ms, resolve)));
}

function jsonOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.from(body as Uint8Array).toString());
  } catch {
    return undefined;
  }
}

async function play(response: CassetteResponse, reply: FastifyReply, wait: Wait): Promise<FastifyReply> {
  await wait(response.afterMs ?? 0);
  reply.code(response.status).headers(response.headers ?? {});
  const { events, ending = 'complete' } = response;
  if (events !== undefined || ending !== 'complete') return reply.send(streamed(response, reply, wait));
  return reply.send(Buffer.concat(piecesOfResponse(response).map(({ bytes }) => bytes)));
}

function streamed(response: CassetteResponse, reply: FastifyReply, wait: Wait): Readable {
  const gone = goneSignal(reply);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const { afterMs, bytes } of piecesOfResponse(response)) {
      await wait(afterMs);
      yield bytes;
    }
    if (response.ending === 'open') await aborted(gone);
    if (response.ending === 'cut') await loseAnswer();
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: 1024 });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
