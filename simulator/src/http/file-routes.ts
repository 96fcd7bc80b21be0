import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** What a link to a job's file says. */
export interface FileLink {
  readonly origin: string;
  readonly accountId: string;
  readonly jobId: string;
  readonly place: number;
  readonly expiresAtMs: number;
}

/** A link that opens one file until it expires, without an API key. */
export function fileLink(secret: string, link: FileLink): string {
  const { origin, accountId, jobId, place, expiresAtMs } = link;
  return `${origin}/_files/${accountId}/${jobId}/${place}?expires=${expiresAtMs}&signature=${signatureOf(secret, link)}`;
}

function signatureOf(secret: string, { accountId, jobId, place, expiresAtMs }: Omit<FileLink, 'origin'>): string {
  return createHmac('sha256', secret).update(`${accountId}/${jobId}/${place}/${expiresAtMs}`).digest('hex');
}

interface FileRequest {
  readonly Params: { readonly account: string; readonly job: string; readonly place: string };
  readonly Querystring: { readonly expires?: string; readonly signature?: string; readonly stored?: string };
}

/** `GET /_files/…`: the bytes of a job's output, for whoever has an unexpired link (Resources › Output item). */
export function fileRoutes(app: FastifyInstance, options: GatewayOptions): void {
  app.get<FileRequest>('/_files/:account/:job/:place', async (request, reply) => {
    const { account: accountId, job: jobId, place } = request.params;
    const link = { accountId, jobId, place: Number(place), expiresAtMs: Number(request.query.expires) };
    if (!equal(request.query.signature ?? '', signatureOf(options.fileSecret, link))) {
      throw new GatewayError('forbidden', 'The link is not one of this gateway.', { scope: 'request' });
    }
    const { jobs } = options.behaviour;
    if (jobs.redirectsLinks && request.query.stored === undefined)
      return reply.redirect(`${request.url}&stored=1`, 302);
    const account = options.registry.account(accountId);
    if (account !== undefined && account.clock.now() >= link.expiresAtMs) {
      throw new GatewayError('forbidden', 'The link has expired; read the job again for a fresh one.', {
        scope: 'request',
      });
    }
    const stage = account?.jobs.get(jobId)?.stage;
    const isKept =
      account !== undefined &&
      stage?.state === 'succeeded' &&
      account.clock.now() < stage.completedAtMs + jobs.purgeAfterMs;
    const file = isKept ? stage.files[link.place] : undefined;
    if (file === undefined)
      throw new GatewayError('not_found', 'There is no such file any more.', { scope: 'request' });
    return reply.header('content-type', file.type).send(Buffer.from(file.bytes));
  });
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
