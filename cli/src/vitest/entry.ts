export { conformance } from './conformance.ts';
export type { ConformanceOptions, ConformanceTarget } from './conformance-options.ts';
