import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../tenants/account.ts';
import type { KeyHolder, Registry } from '../tenants/registry.ts';
import { alterAnswer } from './alter-answer.ts';
import type { ConnectionAnswers } from './connection-answers.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { RequestNote } from './request-note.ts';

/** Keeps a journal of all requests but the testbed's own, and lets an account's faults meet its answers. */
export function watchRequests(app: FastifyInstance, { registry }: GatewayOptions, answers: ConnectionAnswers): void {
  app.decorateRequest('note', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/_testbed')) {
      const account = holderOf(registry, request.raw)?.account;
      const over = account?.workbench.open({
        destroy() {
          answers.cut({ request: request.raw, response: reply.raw });
          reply.hijack();
        },
      });
      request.note = noteOf(request, registry, account);
      reply.raw.on('close', () => {
        over?.();
        end(request.note, reply.raw.writableFinished);
      });
    }
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.body instanceof Uint8Array) request.note?.journal.body(request.note.entry, request.body);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { note } = request;
    note?.journal.answer(note.entry, reply.statusCode, typeof payload === 'string' ? payload : undefined);
    if (note?.answerFault === undefined) done(null, payload);
    else alterAnswer(note.answerFault, request, reply, payload, (altered) => done(null, altered));
  });
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
  const journal = account?.workbench.journal ?? registry.strays;
  const { id: requestId, method, url: path, headers } = request;
  const atMs = account?.clock.now() ?? registry.nowMs();
  return { account, journal, entry: journal.start({ atMs, requestId, method, path, headers }) };
}

function end(note: RequestNote | undefined, isWhole: boolean): void {
  if (note === undefined) return;
  const answer = isWhole ? 'whole' : 'lost';
  note.entry.answer = answer;
  if (note.submitted !== undefined) note.submitted.answer = answer;
  note.account?.workbench.changes.notify();
}
