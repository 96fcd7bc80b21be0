export * from './badge-image.ts';
export * from './badges.ts';
