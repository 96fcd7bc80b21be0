export { default as agreement } from './agreement.ts';
export { default as field } from './field.ts';
export { default as get } from './get.ts';
export { default as listRestricted } from './list.restricted.ts';
export { default as list } from './list.ts';
