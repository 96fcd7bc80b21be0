import type { ReceiverWorld } from '@gateproof/harness';

/** So many deliveries arrive together at a receiver that takes many at once. */
const together = 8;

/** What is delivered together, in order; each alone where the receiver can't take many at once. */
export function inBatches<Item>(
  { takesMany }: Pick<ReceiverWorld, 'takesMany'>,
  all: readonly Item[],
): readonly (readonly Item[])[] {
  const size = takesMany ? together : 1;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, place) =>
    all.slice(place * size, (place + 1) * size),
  );
}
