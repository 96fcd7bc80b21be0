// First, so that an old Node is named before anything that it lacks is missed.
import './supported-node.ts';

export * from './cassette.ts';
export * from './driver-protocol.ts';
export * from './durations.ts';
export { type ErrorKind, type ErrorRow, errorTable } from './error-table.ts';
export { type FieldRow, type FieldType, fieldRows, type TableResource } from './field-table.ts';
export { foreignRequest } from './foreign-request.ts';
export { isObject, type JsonObject } from './json-object.ts';
export { type Limit, limitOf, limitTable } from './limit-table.ts';
export { alwaysClaimed, type ConformanceClass, classOf, loadClasses } from './load-classes.ts';
export { type Freedom, loadFreedoms } from './load-freedoms.ts';
export { type GlossaryEntry, loadGlossary } from './load-glossary.ts';
export { type Guidance, guidanceFor, loadGuidance } from './load-guidance.ts';
export {
  loadOpenApi,
  loadTestbedOpenApi,
  type OpenApiDocument,
  type OpenApiOperation,
} from './load-openapi.ts';
export { type Exclusion, loadExclusions, loadPoints } from './load-points.ts';
export { currentRuleSet, isProvisional, loadRuleSets, type RuleSet } from './load-rule-sets.ts';
export { loadRules } from './load-rules.ts';
export { baselineSchema, driverSchema, profileSchema, resultSchema } from './load-schemas.ts';
export { loadSharedState, type SharedState } from './load-shared-state.ts';
export { isLoopbackAddress, isLoopbackHost } from './loopback.ts';
export { isPlainHeader } from './plain-headers.ts';
export * from './rule.ts';
export { docsSitePath, rulePageUrl } from './rule-page.ts';
export { defaultPrefix, type ServiceNames, serviceNames } from './service-names.ts';
export * from './testbed-protocol.ts';
