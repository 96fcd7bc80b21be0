import { type AreaChecks, defineArea } from '../../support/area.ts';
import code from './code.ts';
import envelope from './envelope.ts';
import header from './header.ts';
import told from './told.ts';
import trouble from './trouble.ts';
import upstream from './upstream.ts';

/** The error envelope, its codes and what provokes them. */
export const error: AreaChecks = defineArea({
  checks: [told, trouble, upstream],
  standing: [code, envelope, header],
});
