export { default as body } from './body.ts';
export { default as context } from './context.ts';
export { default as rate } from './rate.ts';
export { default as spend } from './spend.ts';
