import type { GatewayError, OwnRequest, SeenRequest, SentAnswer } from '@gateproof/simulator/behaviour';
import { type Change, overrule } from '../change.ts';
import { isObject, type JsonObject } from '../requests/seen.ts';

/** Changes answers of JSON as they go out. */
export const answering = (summary: string, change: (answer: SentAnswer, request: SeenRequest) => SentAnswer): Change =>
  overrule('exchanges.answer', summary, (answer, present, request) => change(answer(present, request), request));

/** Changes the bodies of answers that are objects. */
export const answeringBody = (
  summary: string,
  change: (body: JsonObject, request: SeenRequest, status: number) => JsonObject,
): Change =>
  answering(summary, (answer, request) =>
    isObject(answer.body) ? { ...answer, body: change(answer.body, request, answer.status) } : answer,
  );

/** Does something once a request has been answered, which may be further requests to itself. Streams have no `answer`. */
export const afterwards = (
  summary: string,
  act: (request: SeenRequest, answer: SentAnswer | undefined) => readonly OwnRequest[] | undefined,
): Change =>
  overrule('exchanges.sideRequests', summary, (sideRequests, request, answer) => [
    ...sideRequests(request, answer),
    ...(act(request, answer) ?? []),
  ]);

/** Looks at requests before anything else does, and refuses some of them. */
export const beforehand = (summary: string, act: (request: SeenRequest) => GatewayError | undefined): Change =>
  overrule('exchanges.refusal', summary, (refusal, request) => {
    const refused = act(request);
    return refusal(request) ?? refused;
  });
