export * from './check/check.ts';
export * from './check/setup-failed.ts';
export * from './check/verdict.ts';
export * from './check/violation.ts';
export * from './exchange/exchange.ts';
export * from './result/result-document.ts';
export * from './world/webhook-endpoint.ts';
export * from './world/world.ts';
