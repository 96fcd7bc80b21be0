import type { Variation } from '../behaviour/patch.ts';
import { chatVariations } from './chat.ts';
import { errorVariations } from './error.ts';
import { streamVariations } from './stream.ts';

/** Every way in which the simulator can differ inside a freedom, by area. */
export const variations: readonly Variation[] = [...errorVariations, ...chatVariations, ...streamVariations];
