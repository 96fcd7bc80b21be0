export { default as answer } from './answer.ts';
export { default as cause } from './cause.ts';
export { default as endpoint } from './endpoint.ts';
export { default as exhausted } from './exhausted.ts';
export { default as limit } from './limit.ts';
export { default as list } from './list.ts';
export { default as media } from './media.ts';
export { default as order } from './order.ts';
