import type { GatewayError } from '../errors/gateway-error.ts';
import type { ApiKey } from '../records/api-key.ts';
import type { Job } from '../records/job.ts';
import type { RouteName } from '../records/route-name.ts';
import type { Account } from '../tenants/account.ts';

/** A request to a route of the contract, as it is seen from outside. */
export interface SeenRequest {
  readonly route: RouteName;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As the client spelled them. */
  readonly headerNames: readonly string[];
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
  readonly rawBody: Uint8Array;
  /** The key's account; undefined for unknown keys. */
  readonly account: Account | undefined;
  /** Deleted and expired ones included. */
  readonly key: ApiKey | undefined;
  /** On the account's clock. */
  readonly nowMs: number;
  /** Sends an event about a job as it is now. */
  announce(job: Job): void;
}

/** An answer of JSON, just before it is sent. */
export interface SentAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Parsed. */
  readonly body: unknown;
}

/** A content coding of an answer. */
export interface AnswerCoding {
  /** What `Content-Encoding` says; undefined: nothing. */
  readonly label: string | undefined;
  /** What the body is in truth. */
  readonly data: 'plain' | 'gzip' | 'cut-gzip' | 'deflate' | 'raw-deflate' | 'br';
  /** When a coded stream is sent on: with each event, once there is much of it, or at its end. Default `each-event`. */
  readonly flushes?: 'each-event' | 'late' | 'at-end';
}

/** A request that the gateway makes to itself. */
export interface OwnRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Whole exchanges: what concerns a request and its answer together, wherever the answer comes from. */
export interface ExchangeBehaviour {
  /** A refusal before anything else looks at the request; undefined: none. */
  refusal(request: SeenRequest): GatewayError | undefined;
  /** An answer given in place of doing what is asked; undefined: none. */
  shortCircuit(request: SeenRequest): SentAnswer | undefined;
  /** The answer as it goes out. Streams are not asked for. */
  answer(answer: SentAnswer, request: SeenRequest): SentAnswer;
  /** How the body of an answer is coded on its way; undefined: not at all. Streams are asked for too. */
  coding(request: SeenRequest, answer: Omit<SentAnswer, 'body'>): AnswerCoding | undefined;
  /** What is done besides, once the request has been answered. */
  sideRequests(request: SeenRequest, answer: SentAnswer | undefined): readonly OwnRequest[];
}

export const referenceExchanges: ExchangeBehaviour = {
  refusal: () => undefined,
  shortCircuit: () => undefined,
  answer: (answer) => answer,
  coding: () => undefined,
  sideRequests: () => [],
};
