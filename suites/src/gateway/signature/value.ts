import { matchingPlaces, parseSignature } from '@gateproof/harness';
import { type Delivery, deliveriesSeen } from '../../support/deliveries.ts';
import { heldIf, type Look, standingTable } from '../../support/standing-table.ts';

/** What a delivery's signature says under the secrets that its endpoint ever had. */
function signedBy({ exchange, signature }: Delivery) {
  const parsed = parseSignature(signature);
  const secrets = exchange.webhook?.secrets ?? [];
  if (!parsed.ok || secrets.length === 0) return undefined;
  // Upper-case digits are another rule's business.
  const reading = { ...parsed.value, v1: parsed.value.v1.map((value) => value.toLowerCase()) };
  return { reading, places: matchingPlaces(reading, exchange.request.body, secrets) };
}

function everyV1(delivery: Delivery): Look {
  const signed = signedBy(delivery);
  if (signed === undefined) return undefined;
  const matched = new Set(signed.places.flat());
  const { length: count } = signed.reading.v1;
  if (matched.size === count) return 'held';
  // Where none matches, the signature itself is wrong; where one secret alone signs, further entries are tolerated (freedom F147).
  if (matched.size < 2) return undefined;
  const expected = `each of the ${count} v1 entries to be of one of the endpoint's secrets`;
  return { broken: { expected, observed: `${matched.size} of them` } };
}

/** What the signature of every delivery is worth (Events › Signature, 1; Secret rotation). */
export default standingTable(deliveriesSeen, {
  'signature.value.matches': (delivery) => {
    const signed = signedBy(delivery);
    return signed === undefined
      ? undefined
      : heldIf(
          signed.places.flat().length > 0,
          'a v1 that is the HMAC-SHA256 of t, a dot and the bytes received, under the secret',
          delivery.signature,
        );
  },
  'signature.value.every-v1': everyV1,
  'signature.value.one-without-rotation': (delivery) => {
    const parsed = parseSignature(delivery.signature);
    if (!parsed.ok || delivery.exchange.webhook?.wasRotated !== false) return undefined;
    return heldIf(parsed.value.v1.length === 1, 'one v1, the secret never having been rotated', delivery.signature);
  },
});
