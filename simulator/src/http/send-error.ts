import type { FastifyReply } from 'fastify';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Answers with the envelope, and the headers that repeat what it says (Errors). */
export function sendError(
  options: GatewayOptions,
  reply: FastifyReply,
  requestId: string,
  thrown: unknown,
): FastifyReply {
  const { errors } = options.behaviour;
  const error = errors.translate(asGatewayError(thrown));
  const body = errors.body(error, requestId);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const retryAfter = errors.retryAfterHeader(error);
  const requestIdHeader = errors.requestIdHeader(requestId);
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter;
  if (requestIdHeader !== undefined) headers[options.names.requestIdHeader] = requestIdHeader;
  const envelope = errors.envelope(body);
  return reply
    .code(errors.status(error))
    .headers(headers)
    .send(typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
}

/** Whatever was thrown, in the contract's words; what nobody foresaw is the gateway's own failure. */
function asGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  const { statusCode, code } = thrown as { statusCode?: number; code?: string };
  if (statusCode === 413)
    return new GatewayError('payload_too_large', 'The request body is too large.', { scope: 'request' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new GatewayError('invalid_request', `The request can not be read (${code ?? statusCode}).`, {
      scope: 'request',
    });
  }
  return new GatewayError('internal_error', 'The gateway failed to complete the request.');
}
