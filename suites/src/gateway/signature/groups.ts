export { default as header } from './header.ts';
export { default as secret } from './secret.ts';
export { default as time } from './time.ts';
export { default as value } from './value.ts';
