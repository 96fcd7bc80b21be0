import { type AreaChecks, defineArea } from '../../support/area.ts';
import prefix from './prefix.ts';
import price from './price.ts';
import signatureLabel from './signature.label.ts';

/** Versions: of the routes, of prices, of the signature scheme. */
export const version: AreaChecks = defineArea({ checks: [prefix, price, signatureLabel] });
