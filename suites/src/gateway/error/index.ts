import { type AreaChecks, defineArea } from '../../support/area.ts';
import code from './code.ts';
import envelope from './envelope.ts';
import header from './header.ts';

/** The error envelope, its codes and what provokes them. */
export const error: AreaChecks = defineArea({
  standing: [code, envelope, header],
});
