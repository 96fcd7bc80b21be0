export { default as prefix } from './prefix.ts';
export { default as price } from './price.ts';
export { default as signature } from './signature.ts';
