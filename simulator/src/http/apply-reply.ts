import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import { replyOccasion } from '../replies/reply-occasion.ts';
import type { ReplyError } from '../replies/reply-rule.ts';
import type { AdmittedRun } from './apply-request-faults.ts';

/** Lets the account's canned replies meet an admitted request: one becomes what its endpoints answer. Throws the refusal of an error, or of a strict set that has none for it. */
export function applyReply(request: FastifyRequest, { caller, body, route }: AdmittedRun): void {
  const { replies } = caller.account.workbench;
  if (replies.isEmpty) return;
  const taken = replies.take(caller.requestId, replyOccasion(route, body, request.headers));
  if (taken.kind === 'none') return;
  if (taken.kind === 'unmatched') {
    throw new GatewayError('invalid_request', `No canned reply fits this request. ${taken.nearest}`, {
      scope: 'request',
    });
  }
  const { reply, turn } = taken;
  if (reply.error !== undefined) throw refusalOf(reply.error);
  caller.reply = turn;
}

function refusalOf({ code, message = 'A canned reply refuses this request.', retryAfterMs }: ReplyError): GatewayError {
  return new GatewayError(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
}
