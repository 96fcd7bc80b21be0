import { type ReceiverBehaviour, referenceReceiver as right } from './receiver-behaviour.ts';

/** Receivers that differ inside what the contract leaves open. */
export const receiverVariations: readonly { readonly id: string; readonly changes: Partial<ReceiverBehaviour> }[] = [
  { id: 'acknowledges with 204', changes: { acknowledged: 204, repeated: 204 } },
  { id: 'acknowledges with 202, repeats with 200', changes: { acknowledged: 202 } },
  { id: 'refuses with 401', changes: { refused: 401 } },
  { id: 'refuses with 403', changes: { refused: 403 } },
  { id: 'refuses with 500', changes: { refused: 500 } },
  { id: 'refuses with a redirect', changes: { refused: 303 } },
  { id: 'answers after two seconds', changes: { answerAfterMs: 2_000 } },
  { id: 'knows one secret', changes: { secrets: right.secrets } },
  {
    id: 'accepts upper-case hexadecimal',
    changes: { matches: (given, wanted) => right.matches(given.toLowerCase(), wanted) },
  },
  {
    id: 'refuses blanks in the header',
    changes: { entries: (header) => (header.includes(' ') ? [] : right.entries(header)) },
  },
  { id: 'refuses unknown types', changes: { understands: ({ type }) => type !== 'job.archived' } },
];
