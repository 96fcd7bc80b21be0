import type { Changes } from './decisions.ts';
import { type CrossedReceiver, crossed, row } from './mutant.ts';
import { noAnswer } from './serve-crossed-receiver.ts';

const answer = (name: string, words: RegExp, changes: Changes) => row(`answer.${name}`, words, changes);
const ifGenuine = (status: number): Changes => ({ status: (good) => (good === 200 ? status : good) });
const ifForged = (status: number): Changes => ({ status: (good) => (good === 200 ? good : status) });
const genuine = /genuine|acknowledg|2xx/i;
const forged = /forged|refus/i;
const effect = /effect|handled|lost|acknowledg/i;

const rows = [
  ...[202, 299].map((status) => answer(`forged × ${status}`, forged, ifForged(status))),
  ...[302, 307].map((status) => answer(`forged × redirected with ${status}`, forged, ifForged(status))),
  ...[400, 401, 404, 409, 410, 422, 429, 500, 503].map((status) =>
    answer(`genuine × ${status} after its effect`, genuine, ifGenuine(status)),
  ),
  ...[301, 302, 304, 307, 308].map((status) =>
    answer(`genuine × redirected with ${status}`, /redirect|3xx|2xx/i, ifGenuine(status)),
  ),
  answer('genuine × no answer', /answer|2xx/i, ifGenuine(noAnswer)),
  answer('genuine × refused', genuine, { verified: () => false }),
  answer('genuine × late', /second|time|late|slow|answer/i, { answerAfterMs: () => 12_000 }),
  answer('forged × taken for genuine', forged, { verified: () => true }),
  answer('forged × has its effect', /effect|forged/i, { effectsOfRefused: () => 1 }),
  answer('genuine × without an effect', effect, { effects: () => 0 }),
  answer('genuine × with two effects', effect, { effects: (good) => 2 * good }),
  answer('genuine × with an effect at each delivery', effect, { effects: () => 1 }),
  answer('genuine × its effect after two minutes', effect, { effectAfterMs: () => 120_000 }),
  answer('genuine × its effect only with the next', effect, {
    effects: (good, { place }) => (place % 2 === 0 ? good : 0),
  }),
];

/** What a receiver answers, before or after what, on each occasion. */
export const answeringMutants: readonly CrossedReceiver[] = crossed(rows);
