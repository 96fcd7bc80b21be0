export { default as answered } from './answered.ts';
export { default as early } from './early.ts';
export { default as event } from './event.ts';
export { default as failover } from './failover.ts';
export { default as failure } from './failure.ts';
export { default as failureCause } from './failure-cause.ts';
export { default as model } from './model.ts';
export { default as relay } from './relay.ts';
