import { type AreaChecks, defineArea } from '../../support/area.ts';
import { besideFeature } from '../../support/beside-feature.ts';
import { modelControls } from '../../support/controls/model.ts';
import agreement from './agreement.ts';
import field from './field.ts';
import get from './get.ts';
import listObject from './list.object.ts';
import listRestricted from './list.restricted.ts';
import list from './list.ts';
import listUnique from './list.unique.ts';

/** The model catalogue. */
export const model: AreaChecks = defineArea({
  checks: besideFeature([agreement, get, list, listRestricted], modelControls),
  standing: [field, listObject, listUnique],
  servedBy: 'model.list.answered',
});
