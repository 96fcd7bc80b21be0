import type { FastifyInstance } from 'fastify';
import type { RepliesAnswer } from '../control/reply-protocol.ts';
import { checkReplies } from '../replies/check-replies.ts';
import type { Account } from '../tenants/account.ts';
import { setReplies } from '../tenants/set-replies.ts';
import { checked } from './checked.ts';
import type { TestbedParts } from './testbed-parts.ts';

/** The simulator's own operations on the canned replies of an account. */
export function replyRoutes(app: FastifyInstance, { base, accountOf, body }: TestbedParts): void {
  const path = `${base}/accounts/:account/replies`;

  app.get(path, async (request) => reportOf(accountOf(request)));
  app.put(path, async (request) => {
    const account = accountOf(request);
    setReplies(
      account,
      checked(() => checkReplies(body(request))),
    );
    return reportOf(account);
  });
  app.delete(path, async (request, reply) => {
    setReplies(accountOf(request), undefined);
    return reply.code(204).send();
  });
}

function reportOf({ workbench: { replies } }: Account): RepliesAnswer {
  return {
    replies: replies.reports().map(({ id, reply, seen, used }) => ({ ...reply, id, seen, used })),
    strict: replies.given?.strict === true,
    unmatched: replies.unmatched.map(({ requestId, nearest }) => ({ request_id: requestId, nearest })),
  };
}
