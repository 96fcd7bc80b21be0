import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import { forwardRequest } from '../replicas/forward-request.ts';
import { isFromPeer } from '../replicas/peer-listener.ts';
import type { Replica } from '../replicas/replica.ts';
import type { AccountName, Peer } from '../store/account-owners.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { requestIdFor } from './watch-requests.ts';

const accountPath = /^\/(?:_testbed\/v1\/accounts|_files)\/([^/?]+)/;
const bearer = /^bearer +(\S+)/i;
const mostTries = 50;
const betweenTriesMs = 100;

/** Lets each request be answered by the replica that owns its account; what names no account is answered here. */
export function routeToOwner(app: FastifyInstance, options: GatewayOptions, replica: Replica): void {
  app.addHook('onRequest', (request, reply, done) => {
    const name = accountNameOf(request);
    const place = name === undefined ? undefined : replica.placeOf(name);
    if (name === undefined || place === undefined) return done();
    passOn(options, replica, { name, place, request, reply }).then(
      (isPassedOn) => {
        if (!isPassedOn) done();
      },
      (thrown: unknown) => {
        request.id = requestIdFor(options, undefined);
        done(thrown as Error);
      },
    );
  });
}

interface RoutedRequest {
  readonly name: AccountName;
  readonly place: Promise<Peer | undefined>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Returns whether another replica answers the request. */
async function passOn(
  { clock }: GatewayOptions,
  replica: Replica,
  { name, place, request, reply }: RoutedRequest,
): Promise<boolean> {
  let next: Promise<Peer | undefined> | undefined = place;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const peer = await next;
    if (peer === undefined) return false;
    if (isFromPeer(request.raw.socket)) return refusePeer(reply);
    const exchange = { incoming: request.raw, response: reply.raw, onSent: () => reply.hijack() };
    if (await forwardRequest(replica.agent, peer, exchange)) return true;
    // It is gone, and PostgreSQL will notice; or it has come back under another id.
    replica.dropPeer(peer);
    await new Promise<void>((resolve) => clock.setTimer(betweenTriesMs, resolve));
    next = replica.placeOf(name);
  }
  throw new GatewayError('internal_error', 'The replica that has the account can not be reached.');
}

/** The replica that asks takes this one for the owner, which it is no longer: it looks again once its connection is cut. */
function refusePeer(reply: FastifyReply): true {
  reply.hijack().raw.destroy();
  return true;
}

/** What a request names its account by. */
function accountNameOf({ url, headers }: FastifyRequest): AccountName | undefined {
  const account = accountPath.exec(url)?.[1];
  if (account !== undefined && account !== 'self') return { account };
  const secret = bearer.exec(headers.authorization ?? '')?.[1];
  return secret === undefined ? undefined : { secret };
}
