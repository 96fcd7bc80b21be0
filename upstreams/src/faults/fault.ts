import type { ContextLengthRefusalFault } from './context-length-refusal.ts';
import type { CrlfFault } from './crlf.ts';
import type { CutAfterFault } from './cut-after.ts';
import type { DuplicateDoneFault } from './duplicate-done.ts';
import type { EmptyFault } from './empty.ts';
import type { EmptyDeltaThenDieFault } from './empty-delta-then-die.ts';
import type { EndAfterFault } from './end-after.ts';
import type { ErrorBodyWith200Fault } from './error-body-with-200.ts';
import type { ErrorChunkFault } from './error-chunk.ts';
import type { ExtraFieldsFault } from './extra-fields.ts';
import type { GateFault } from './gate.ts';
import type { HangFault } from './hang.ts';
import type { Html502Fault } from './html-502.ts';
import type { LateAnswerFault } from './late-answer.ts';
import type { MalformedJsonFault } from './malformed-json.ts';
import type { MissingDoneFault } from './missing-done.ts';
import type { ModerationRefusalFault } from './moderation-refusal.ts';
import type { MultiLineDataFault } from './multi-line-data.ts';
import type { PaymentRequiredFault } from './payment-required.ts';
import type { RateLimitedFault } from './rate-limited.ts';
import type { ReasoningThenDieFault } from './reasoning-then-die.ts';
import type { RefuseConnectionFault } from './refuse-connection.ts';
import type { ResetBeforeHeadersFault } from './reset-before-headers.ts';
import type { RoleThenDieFault } from './role-then-die.ts';
import type { SlowDripFault } from './slow-drip.ts';
import type { SplitBytesFault } from './split-bytes.ts';
import type { SseCommentsFault } from './sse-comments.ts';
import type { StallFault } from './stall.ts';
import type { StatusFault } from './status.ts';
import type { ToolCallThenDieFault } from './tool-call-then-die.ts';
import type { UnauthorizedFault } from './unauthorized.ts';
import type { WrongContentTypeFault } from './wrong-content-type.ts';

/** Everything that can go wrong with one call, as plain data. Faults are off unless a turn lists them. */
export type Fault =
  | ContextLengthRefusalFault
  | CrlfFault
  | CutAfterFault
  | DuplicateDoneFault
  | EmptyFault
  | EmptyDeltaThenDieFault
  | EndAfterFault
  | ErrorBodyWith200Fault
  | ErrorChunkFault
  | ExtraFieldsFault
  | GateFault
  | HangFault
  | Html502Fault
  | LateAnswerFault
  | MalformedJsonFault
  | MissingDoneFault
  | ModerationRefusalFault
  | MultiLineDataFault
  | PaymentRequiredFault
  | RateLimitedFault
  | ReasoningThenDieFault
  | RefuseConnectionFault
  | ResetBeforeHeadersFault
  | RoleThenDieFault
  | SlowDripFault
  | SplitBytesFault
  | SseCommentsFault
  | StallFault
  | StatusFault
  | ToolCallThenDieFault
  | UnauthorizedFault
  | WrongContentTypeFault;

export type FaultKind = Fault['kind'];
