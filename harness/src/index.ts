export type * from '@gateproof/upstreams';
export { script, turn } from '@gateproof/upstreams';
export { applyBaseline } from './baseline/apply-baseline.ts';
export { type Baseline, type BaselineEntry, baselineFormat, isCoverable, staleness } from './baseline/baseline.ts';
export type * from './check/case-world.ts';
export type * from './check/check.ts';
export type { Finding } from './check/finding.ts';
export { isClaimed } from './check/is-claimed.ts';
export { Disturbed, NotArranged, NotExercised, OpenForm, SetupFailed } from './check/setup-failed.ts';
export { type Verdict, verdicts } from './check/verdict.ts';
export { Caution, Violation } from './check/violation.ts';
export { type RunClock, startRunClock } from './clock/run-clock.ts';
export * from './delivering/index.ts';
export { decidable, type NextStep, nextSteps } from './doctor/next-steps.ts';
export { type ProbedCapability, probeCapabilities } from './doctor/probe-capabilities.ts';
export { type ProbedGateway, probeGateway } from './doctor/probe-gateway.ts';
export * from './driver/index.ts';
export type * from './exchange/exchange.ts';
export { headerVariable } from './exchange/header-variable.ts';
export { headerOf, headersOf, mediaTypeOf, mediaTypeOfRequest, requestHeaderOf } from './exchange/headers.ts';
export { isJobLike } from './exchange/is-job-like.ts';
export { isModelLike } from './exchange/is-model-like.ts';
export { isObject, type JsonObject, type JsonReading, oddIntegerSpelling } from './exchange/json.ts';
export { codeOf, envelopeOf, jsonOf, objectOf, requestJsonOf } from './exchange/json-of.ts';
export { contractUrl, type RouteName, routeOf } from './exchange/route-of.ts';
export type * from './exchange/sse.ts';
export { type StreamChunk, type StreamReading, streamOf } from './exchange/stream-of.ts';
export type { DescribedRoutes } from './exchange/target-path.ts';
export { besideControl } from './expect/beside-control.ts';
export {
  controlAccepted,
  controlRefusal,
  controlRefused,
  controlServed,
  controlStream,
  prerequisiteOf,
} from './expect/control.ts';
export { controlAnswer } from './expect/control-answer.ts';
export { describeAnswer, show } from './expect/describe-answer.ts';
export { errorAfterComments } from './expect/error-after-comments.ts';
export { expectAnswer, expectEnvelope, expectObject, expectStatus } from './expect/expect-answer.ts';
export { expectEqualJson } from './expect/expect-equal-json.ts';
export { expectHttpError } from './expect/expect-http-error.ts';
export { expectAnyRefusal, expectRefusal } from './expect/expect-refusal.ts';
export { expectRouteAnswer, expectServed, expectStream } from './expect/expect-served.ts';
export { expectServedBeside } from './expect/expect-served-beside.ts';
export { caution, controlThat, expectThat } from './expect/expect-that.ts';
export { type JsonDifference, jsonDifferences } from './expect/json-difference.ts';
export { type FieldType, fieldOf, fieldTypes, oneOf } from './expect/json-fields.ts';
export { sentErrorCodes } from './expect/sent-error-code.ts';
export * from './proxy/index.ts';
export { keptAuthority } from './receiver/kept-authority.ts';
export type * from './receiver/signature.ts';
export { computeV1, matchingPlaces, parseSignature } from './receiver/signature.ts';
export type * from './receiver/webhook-endpoint.ts';
export type * from './result/result-document.ts';
export { resultFormat } from './result/result-document.ts';
export { exitCodeOfStop } from './run/exit-code.ts';
export { Patience, patienceMs, promptMs } from './run/patience.ts';
export { replayRule } from './run/replay-rule.ts';
export { openRuleSession, type RuleSession } from './run/rule-session.ts';
export type * from './run/run-options.ts';
export { runSuite } from './run/run-suite.ts';
export type { SmokeFinding, SmokeReport } from './run/smoke-report.ts';
export type * from './scripted-gateway/scripted-answer.ts';
export { scriptedKeyOf } from './scripted-gateway/scripted-gateway.ts';
export { closingOnFailure } from './target/closers.ts';
export { unlessInterrupted } from './target/interrupted.ts';
export { besideContainers, type ReachableAt } from './target/launch/reachable-at.ts';
export { type Launch, openLaunchedTarget } from './target/open-launched-target.ts';
export { openTarget, type TargetOptions } from './target/open-target.ts';
export { UnreachableError } from './target/reach.ts';
export type * from './testbed/static/static-profile.ts';
export type { Registration } from './testbed/testbed.ts';
export { type Check, defineCheck } from './world/define-check.ts';
export { modelPath } from './world/model-path.ts';
export { refusalReason } from './world/refusal-reason.ts';
export type * from './world/world.ts';
export type { Upstream } from './world/world.ts';
