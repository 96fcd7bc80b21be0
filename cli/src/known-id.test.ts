import { expect, test } from 'vitest';
import { assertKnown } from './known-id.ts';
import { UsageError } from './usage-error.ts';

test('known ids pass, an unknown one is refused with what is near and where the list is', () => {
  expect(() => assertKnown(['a-one', 'b-two'], ['a-one', 'b-two'], 'variation')).not.toThrow();
  expect(() => assertKnown(['b-tow'], ['a-one', 'b-two'], 'variation')).toThrow(UsageError);
  expect(() => assertKnown(['b-tow'], ['a-one', 'b-two'], 'deviation')).toThrow(
    "No deviation is called 'b-tow'. Did you mean b-two? 'npx gateproof simulate --list-deviations' lists them all.",
  );
});
