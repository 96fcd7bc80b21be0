import type { FastifyRequest } from 'fastify';
import type { Account } from '../tenants/account.ts';

/** What the testbed's routes share. */
export interface TestbedParts {
  /** What all paths begin with. */
  readonly base: string;
  /** The account that the path names by its id, or as `self` by the API key that is sent, once the caller was let in. Throws `GatewayError`. */
  accountOf(request: FastifyRequest): Account;
  /** The body as a JSON object; an empty one when there is none. Throws `GatewayError`. */
  body(request: FastifyRequest): Readonly<Record<string, unknown>>;
}
