export { clientSuite } from './client/suite.ts';
export { controlledRules, gatewaySuite } from './gateway/suite.ts';
export { loadExamples, type RuleExample } from './load-examples.ts';
export { receiverSuite } from './receiver/suite.ts';
export { trafficChecks } from './traffic-suite.ts';
