import { type AreaChecks, defineArea } from '../../support/area.ts';
import field from './field.ts';
import get from './get.ts';
import list from './list.ts';

/** The model catalogue. */
export const model: AreaChecks = defineArea({
  checks: [get, list],
  standing: [field],
});
