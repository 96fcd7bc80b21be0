import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../tenants/account.ts';
import type { KeyHolder, Registry } from '../tenants/registry.ts';
import { alterAnswer } from './alter-answer.ts';
import { hostProblem } from './check-host.ts';
import type { ConnectionAnswers } from './connection-answers.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { RequestNote } from './request-note.ts';

/**
 * Looks up whose key each request carries, gives it its id, keeps a journal of all requests but the testbed's own, and lets an account's faults meet its
 * answers.
 */
export function watchRequests(app: FastifyInstance, options: GatewayOptions, answers: ConnectionAnswers): void {
  const { registry, names } = options;
  const { requestIdHeader } = options.behaviour.errors;
  app.decorateRequest('note', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const account = holderOf(registry, request.raw)?.account;
    request.id = requestIdFor(options, account);
    const header = requestIdHeader(request.id);
    if (header !== undefined) reply.header(names.requestIdHeader, header);
    const problem = hostProblem(request.raw);
    if (problem === undefined && !isOwn(request.url)) request.note = noteOf(options, answers, reply, account);
    // Until one has been read: an absent body is an empty one.
    request.body = noBody;
    done(problem);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { note } = request;
    note?.journal.answer(note.entry, reply.statusCode, typeof payload === 'string' ? payload : undefined);
    if (note?.answerFault === undefined) done(null, payload);
    else alterAnswer(note.answerFault, request, reply, payload, (altered) => done(null, altered));
  });
}

const noBody = new Uint8Array();

/** Whether a path is none of the gateway: the testbed's, or the inspector's. */
function isOwn(url: string): boolean {
  return url.startsWith('/_testbed') || url.startsWith('/_inspector');
}

/** The id of a request: those of one account's requests follow from its seed. */
export function requestIdFor({ ids }: GatewayOptions, account: Account | undefined): string {
  return (account?.workbench.requestIds ?? ids).next('req_');
}

/** The key that a request carries, good or not, with its account. */
export function holderOf(registry: Registry, { headers }: IncomingMessage): KeyHolder | undefined {
  const { authorization } = headers;
  // The form that nearly every client sends.
  const holder = authorization?.startsWith('Bearer ') ? registry.holderOf(authorization.slice(7)) : undefined;
  if (holder !== undefined) return holder;
  const secret = /^bearer +(\S+)/i.exec(authorization ?? '')?.[1];
  return secret === undefined ? undefined : registry.holderOf(secret);
}

/** Keeps the body of a request that has been read. */
export function watchBody({ note }: FastifyRequest, body: Uint8Array): void {
  note?.journal.body(note.entry, body);
}

function noteOf(
  { registry }: GatewayOptions,
  answers: ConnectionAnswers,
  reply: FastifyReply,
  account: Account | undefined,
): RequestNote {
  const journal = account?.workbench.journal ?? registry.unauthenticatedRequests;
  const { id: requestId, method, url: path, headers } = reply.request;
  const atMs = account?.clock.now() ?? registry.nowMs();
  const entry = journal.start({ atMs, requestId, method, path, headers });
  return new RequestNote(reply, answers, { account, journal, entry });
}
