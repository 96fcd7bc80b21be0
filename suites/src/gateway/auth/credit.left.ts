import { defineCheck } from '@gateproof/harness';
import { every } from '../../support/every.ts';
import { credit, expectFruitlessFree, fruitlessRequests } from '../../support/fruitless-requests.ts';

/** What is not charged leaves the credit as it was (Errors › Codes, insufficient_credit). */
export default defineCheck({
  rule: 'auth.credit.left',
  ...every(...fruitlessRequests),
  decide: (world, fruitless) => expectFruitlessFree(world, fruitless, credit),
});
