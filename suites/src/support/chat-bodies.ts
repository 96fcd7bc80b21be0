import fc from 'fast-check';
import { awkwardText, plainText } from './texts.ts';

export interface Message {
  readonly role: string;
  readonly content: string;
}

/** Conversations in the common format that every gateway must take: roles in a usual order, string contents, the last from the user. */
export function conversation(constraints: { readonly awkward?: boolean } = {}): fc.Arbitrary<readonly Message[]> {
  const content = constraints.awkward === true ? awkwardText() : plainText();
  const message = (role: string) => content.map((text) => ({ role, content: text }));
  return fc
    .tuple(
      fc.option(message('system'), { nil: undefined }),
      fc.array(fc.tuple(message('user'), message('assistant')), { maxLength: 2 }),
      message('user'),
    )
    .map(([system, turns, last]) => [...(system === undefined ? [] : [system]), ...turns.flat(), last]);
}

/** A conversation that asks for an answer in JSON in words too, as endpoints of the common format require. */
export const helloInJson: readonly Message[] = [{ role: 'user', content: 'Say hello in JSON.' }];

/** The smallest conversation. */
export const hello: readonly Message[] = [{ role: 'user', content: 'hello' }];
