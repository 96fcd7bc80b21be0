export { default as accepted } from './accepted.ts';
export { default as body } from './body.ts';
export { default as create } from './create.ts';
export { default as failure } from './failure.ts';
export { default as forward } from './forward.ts';
export { default as model } from './model.ts';
export { default as odd } from './odd.ts';
export { default as refusal } from './refusal.ts';
