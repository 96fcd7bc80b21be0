import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../tenants/account.ts';
import type { KeyHolder, Registry } from '../tenants/registry.ts';
import { alterAnswer } from './alter-answer.ts';
import { hostProblem } from './check-host.ts';
import type { ConnectionAnswers } from './connection-answers.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { RequestNote } from './request-note.ts';

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
    if (problem === undefined && !isOwn(request.url)) watchAnswer(request, reply, account);
    done(problem);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    // An absent body is an empty one.
    request.body ??= noBody;
    if (request.note !== undefined && request.body instanceof Uint8Array) {
      request.note.journal.body(request.note.entry, request.body);
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { note } = request;
    note?.journal.answer(note.entry, reply.statusCode, typeof payload === 'string' ? payload : undefined);
    if (note?.answerFault === undefined) done(null, payload);
    else alterAnswer(note.answerFault, request, reply, payload, (altered) => done(null, altered));
  });

  function watchAnswer(request: FastifyRequest, reply: FastifyReply, account: Account | undefined): void {
    const { raw: response } = reply;
    const note = noteOf(request, registry, account);
    request.note = note;
    account?.workbench.changes.notify();
    const over = account?.workbench.open({
      destroy() {
        answers.cut({ request: request.raw, response });
        reply.hijack();
      },
    });
    answers.whenOver(request.raw, response, () => {
      over?.();
      end(note, response.writableFinished);
    });
  }
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

function noteOf(request: FastifyRequest, registry: Registry, account: Account | undefined): RequestNote {
  const journal = account?.workbench.journal ?? registry.unauthenticatedRequests;
  const { id: requestId, method, url: path, headers } = request;
  const atMs = account?.clock.now() ?? registry.nowMs();
  return { account, journal, entry: journal.start({ atMs, requestId, method, path, headers }) };
}

function end(note: RequestNote, isWhole: boolean): void {
  const answer = isWhole ? 'whole' : 'lost';
  note.entry.answer = answer;
  if (note.submitted !== undefined) note.submitted.answer = answer;
  note.account?.workbench.changes.notify();
}
