import { type AreaChecks, defineArea } from '../../support/area.ts';
import accepted from './accepted.ts';
import body from './body.ts';
import create from './create.ts';
import failure from './failure.ts';
import forward from './forward.ts';
import model from './model.ts';
import odd from './odd.ts';
import refusal from './refusal.ts';

/** Submissions of media jobs: which are accepted, what they set going, how they fail. */
export const media: AreaChecks = defineArea({
  checks: [create, accepted, forward, body, refusal, odd, model, failure],
});
