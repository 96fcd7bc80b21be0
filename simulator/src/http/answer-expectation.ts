import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import type { GatewayOptions } from './gateway-options.ts';

/** Refuses an `Expect` header that nobody can meet with 417 and the envelope. */
export function answerExpectation(options: GatewayOptions, request: IncomingMessage, response: ServerResponse): void {
  const { errors } = options.behaviour;
  const requestId = options.ids.next('req_');
  const refusal = new GatewayError('expectation_failed', `Expect: ${request.headers.expect} can not be met.`, {
    scope: 'request',
  });
  const body = JSON.stringify(errors.envelope(errors.body(refusal, requestId)));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    [options.names.requestIdHeader]: requestId,
  };
  response.writeHead(417, headers).end(body);
}
