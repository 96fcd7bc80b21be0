import type { IncomingHttpHeaders } from 'node:http';
import type { OwnRequest, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import type { JsonObject } from '@gateproof/spec';
import type { SeenJobs } from './seen-jobs.ts';
import type { TestbedExchange } from './seen-keys.ts';

/** A request that passes, with what is known of its caller. */
export interface PassingRequest {
  readonly seen: SeenRequest;
  readonly jobs: SeenJobs;
}

/** Changes what passes through a proxy. What it does not have passes as it is. */
export interface MessagePlayer {
  /** The answer that is given in the gateway's place; undefined: the gateway answers. */
  shortCircuit(passing: PassingRequest): SentAnswer | undefined;
  /** The answer as it goes out. */
  answer(answer: SentAnswer, passing: PassingRequest): SentAnswer;
  /** The data of one event of a stream; undefined leaves it out. */
  event(chunk: JsonObject, index: number, passing: PassingRequest): JsonObject | undefined;
  /** What is asked of the gateway besides, once the answer has gone out. */
  sideRequests(answer: SentAnswer | undefined, passing: PassingRequest): readonly OwnRequest[];
  /** The request as the gateway gets it. */
  request?(passing: PassingRequest): { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array };
  /** The headers of the answer as they go out. */
  headers?(headers: IncomingHttpHeaders, passing: PassingRequest): IncomingHttpHeaders;
  /** An event of a stream with all its lines, that of its end included. */
  eventText?(text: string, passing: PassingRequest): string;
  /** What an operation of the testbed is asked. */
  operation?(operation: Pick<TestbedExchange, 'method' | 'path' | 'sent'>): unknown;
  /** Learns what an operation of the testbed was answered. */
  learn?(exchange: TestbedExchange): void;
}
