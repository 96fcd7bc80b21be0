export * from './rule.ts';
export * from './testbed-protocol.ts';
