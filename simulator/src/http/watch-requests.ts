import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../tenants/account.ts';
import type { Registry } from '../tenants/registry.ts';
import { alterAnswer } from './alter-answer.ts';
import type { GatewayOptions } from './gateway-options.ts';
import './request-note.ts';

/** Keeps a note beside each request of an account, and lets the account's faults meet its answer. */
export function watchRequests(app: FastifyInstance, { registry }: GatewayOptions): void {
  app.decorateRequest('note', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const account = accountOf(registry, request.raw);
    if (account !== undefined) {
      request.note = { account };
      const over = account.workbench.open(reply.raw);
      reply.raw.once('close', () => {
        over();
        const submitted = request.note?.submitted;
        if (submitted !== undefined) submitted.answer = reply.raw.writableFinished ? 'whole' : 'lost';
        account.workbench.changes.notify();
      });
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const fault = request.note?.answerFault;
    if (fault === undefined) done(null, payload);
    else alterAnswer(fault, request, reply, payload, (altered) => done(null, altered));
  });
}

/** The account whose key a request carries, whether or not the key is good. */
export function accountOf(registry: Registry, { headers }: IncomingMessage): Account | undefined {
  const secret = /^bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1];
  return secret === undefined ? undefined : registry.holderOf(secret)?.account;
}
