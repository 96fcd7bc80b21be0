import type { ResponseDraft } from '../plan/response-draft.ts';
import { contextLengthRefusal } from './context-length-refusal.ts';
import { crlf } from './crlf.ts';
import { cutAfter } from './cut-after.ts';
import { duplicateDone } from './duplicate-done.ts';
import { empty } from './empty.ts';
import { emptyDeltaThenDie } from './empty-delta-then-die.ts';
import { endAfter } from './end-after.ts';
import { errorBodyWith200 } from './error-body-with-200.ts';
import { errorChunk } from './error-chunk.ts';
import { extraFields } from './extra-fields.ts';
import type { Fault, FaultKind } from './fault.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { gate } from './gate.ts';
import { hang } from './hang.ts';
import { html502 } from './html-502.ts';
import { lateAnswer } from './late-answer.ts';
import { malformedJson } from './malformed-json.ts';
import { missingDone } from './missing-done.ts';
import { moderationRefusal } from './moderation-refusal.ts';
import { multiLineData } from './multi-line-data.ts';
import { paymentRequired } from './payment-required.ts';
import { rateLimited } from './rate-limited.ts';
import { reasoningThenDie } from './reasoning-then-die.ts';
import { refuseConnection } from './refuse-connection.ts';
import { resetBeforeHeaders } from './reset-before-headers.ts';
import { roleThenDie } from './role-then-die.ts';
import { slowDrip } from './slow-drip.ts';
import { splitBytes } from './split-bytes.ts';
import { sseComments } from './sse-comments.ts';
import { stall } from './stall.ts';
import { status } from './status.ts';
import { toolCallThenDie } from './tool-call-then-die.ts';
import { unauthorized } from './unauthorized.ts';
import { wrongContentType } from './wrong-content-type.ts';

/** Every kind of fault. */
export const faultCatalogue: { readonly [K in FaultKind]: FaultDefinition<Extract<Fault, { kind: K }>> } = {
  'context-length-refusal': contextLengthRefusal,
  crlf: crlf,
  'cut-after': cutAfter,
  'duplicate-done': duplicateDone,
  empty: empty,
  'empty-delta-then-die': emptyDeltaThenDie,
  'end-after': endAfter,
  'error-body-with-200': errorBodyWith200,
  'error-chunk': errorChunk,
  'extra-fields': extraFields,
  gate: gate,
  hang: hang,
  'html-502': html502,
  'late-answer': lateAnswer,
  'malformed-json': malformedJson,
  'missing-done': missingDone,
  'moderation-refusal': moderationRefusal,
  'multi-line-data': multiLineData,
  'payment-required': paymentRequired,
  'rate-limited': rateLimited,
  'reasoning-then-die': reasoningThenDie,
  'refuse-connection': refuseConnection,
  'reset-before-headers': resetBeforeHeaders,
  'role-then-die': roleThenDie,
  'slow-drip': slowDrip,
  'split-bytes': splitBytes,
  'sse-comments': sseComments,
  stall: stall,
  status: status,
  'tool-call-then-die': toolCallThenDie,
  unauthorized: unauthorized,
  'wrong-content-type': wrongContentType,
};

/** What a fault does, in words: `cuts the connection after 3 content tokens`. */
export function describeFault(fault: Fault): string {
  return definitionOf(fault).describe(fault);
}

/** The response that a fault leaves, or undefined when it has nothing to act on. */
export function applyFault(fault: Fault, draft: ResponseDraft, mark: number): ResponseDraft | undefined {
  return definitionOf(fault).apply(fault, draft, mark);
}

function definitionOf(fault: Fault): FaultDefinition<Fault> {
  // Each definition is only ever handed faults of its own kind, which the mapped type of the catalogue proves.
  return faultCatalogue[fault.kind] as FaultDefinition<Fault>;
}
