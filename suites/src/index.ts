export { gatewaySuite } from './gateway/suite.ts';
